import type { TerminalGroupOptions } from '../../../src/index.js';
import { canaryKey } from '../../support/canary.js';
import type { Random } from '../../support/random.js';
import type { Journal } from './journal.js';
import { GROUP, type Stage } from './stage.js';

/** One step of the change of a key, as docs/guide/key-rotation.md has them. */
interface Step {
  readonly text: string;
  readonly act: () => Promise<void> | void;
  /** Not before; epoch milliseconds. */
  readonly notBefore?: () => number;
  /** What the shop can do without. */
  readonly isLast?: boolean;
}

type Keys = TerminalGroupOptions['apiKeys'];

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How far off the fixed time of a change is. */
const AHEAD_MS = [20 * SECOND, 5 * MINUTE, 30 * MINUTE] as const;
let keysMade = 0;

/**
 * Changes the key of the account in the middle of everything, one step after the other: in one of the ways that the guide
 * describes, or the key is withdrawn before the shop has the new one.
 */
export class KeyChange {
  /** How it is done; null when it is not. */
  way: string | null = null;
  readonly #ways: Readonly<Record<string, (before: string, after: string) => Step[]>> = {
    'both keys valid': (before, after) => this.#both(before, after),
    'new key signs at once': (before, after) => this.#signsAtOnce(before, after),
    'at a fixed time': (before, after) => this.#atTime(before, after),
    'old key withdrawn first': (_, after) => this.#withdrawn(after),
  };
  #steps: Step[] = [];

  constructor(
    private readonly stage: Stage,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {}

  /** Between the end of the old key and the deployment of the new one nothing can be promised of calls and notifications. */
  get isPromised(): boolean {
    return this.way !== 'old key withdrawn first';
  }

  /** Does the next step, if its time has come. */
  async advance(): Promise<void> {
    if (this.way === null) this.#begin();
    const [next] = this.#steps;
    if (!next || (next.notBefore?.() ?? 0) > this.stage.clock.now()) return;
    await this.#take();
  }

  /** What the shop needs to go on. */
  async finish(): Promise<void> {
    while (this.#steps[0] && !this.#steps[0].isLast) {
      const waitMs = (this.#steps[0].notBefore?.() ?? 0) - this.stage.clock.now();
      if (waitMs > 0) await this.stage.pass(waitMs, true);
      await this.#take();
    }
  }

  #begin(): void {
    keysMade += 1;
    const way = this.random.pick(Object.keys(this.#ways));
    this.way = way;
    this.#steps = this.#ways[way]!(this.stage.keys.signing, canaryKey(`${GROUP}-${keysMade}`));
  }

  async #take(): Promise<void> {
    const step = this.#steps.shift()!;
    if (!step.isLast && this.#steps.every(({ isLast }) => isLast)) this.journal.count(`key changed: ${this.way!}`);
    this.journal.note(() => `change of the key (${this.way!}): ${step.text}`);
    await step.act();
  }

  #both(before: string, after: string): Step[] {
    return [
      this.#service('the service makes a new key, and signs with the old one', before, after),
      ...this.#deploy('the new key first, the old one second', [after, before]),
      this.#service('the old key is removed at the service', after),
      ...this.#deployLater([after]),
    ];
  }

  #signsAtOnce(before: string, after: string): Step[] {
    return [
      ...this.#deploy('the old key first, the new one second', [before, after]),
      this.#service('the service makes the new key, and signs with it at once', after, before),
      ...this.#deploy('the new key first, the old one second', [after, before]),
      this.#service('the old key is removed at the service', after),
      ...this.#deployLater([after]),
    ];
  }

  #atTime(before: string, after: string): Step[] {
    const changeAt = this.stage.clock.now() + this.random.pick(AHEAD_MS);
    const change = new Date(changeAt).toISOString();
    const removed = this.#service('the old key is removed at the service', after);
    // A replica whose clock is behind uses the old one a moment longer.
    const signsAt = changeAt + SECOND;
    this.stage.timetable.add(signsAt, () => this.stage.keys.use(after, before));
    const made = this.#service('the service makes a new key, and signs with the old one', before, after);
    const deployed = this.#deploy(`the new key from ${change}, the old one until then`, [
      { key: after, from: change },
      { key: before, until: change },
    ]);
    // Every replica has it before its time.
    const begun: Step = {
      text: [made, ...deployed].map(({ text }) => text).join('; '),
      act: async () => {
        for (const { act } of [made, ...deployed]) await act();
      },
    };
    return [begun, { ...removed, notBefore: () => signsAt }];
  }

  #withdrawn(after: string): Step[] {
    return [
      this.#service('the old key is withdrawn, and the shop does not have the new one', after),
      ...this.#deploy('the new key alone', [after]),
    ];
  }

  #service(text: string, signing: string, ...others: readonly string[]): Step {
    return { text, act: () => this.stage.keys.use(signing, ...others) };
  }

  #deploy(text: string, apiKeys: Keys): Step[] {
    const { stage } = this;
    return stage.replicas.map(({ name }, index) => ({
      text: `${name} gets ${text}`,
      act: () => stage.restart(index, { apiKeys }),
    }));
  }

  /** The last notification that the old key signed may come three more times. */
  #deployLater(apiKeys: Keys): Step[] {
    let notBefore = 0;
    const [first, ...others] = this.#deploy('the new key alone', apiKeys);
    const wait: Step = {
      text: 'an hour passes',
      isLast: true,
      act: () => void (notBefore = this.stage.clock.now() + HOUR),
    };
    return [
      wait,
      { ...first!, isLast: true, notBefore: () => notBefore },
      ...others.map((each) => ({ ...each, isLast: true })),
    ];
  }
}
