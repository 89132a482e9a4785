import { AsyncResource } from 'node:async_hooks';
import { isPaymentError, type PaymentError, sanitiseCause } from '../../../protocol/index.js';
import { BoundedMap, messageOf, SingleFlight, waitAtMost, type Clock } from '../../../support/index.js';
import { refusal } from '../refusal.js';
import type { ResolvedGroup } from '../options/tillbridge.options.js';
import type { TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { KeyRing } from './key-ring.js';
import type { TerminalGroup } from './terminal-group.js';

/** How long the host's function may take, in milliseconds. */
const PATIENCE_MS = 5_000;
/** How long it is remembered that a group does not exist, and that it could not be resolved, in milliseconds. */
const UNKNOWN_MS = 10_000;
const FAILED_MS = 1_000;
/** Names that are remembered so. There is a bound because strangers choose the names. */
const MOST_REMEMBERED = 10_000;
/** Groups that are refreshed at a time. Hundreds of answers may grow old at once. */
const MOST_REFRESHED = 4;
/** Replaced keys that are remembered: they must not be shown either. */
const MOST_RETIRED = 1_000;

/** What is known of a name. `open`: the host's function would be called. */
export type GroupKnowledge = 'known' | 'unknown' | 'asked' | 'open';

/** What {@link ResolvedGroups} needs. */
export interface ResolvedGroupsParts {
  /** The host's function. */
  readonly ask: (name: string) => ResolvedGroup | Promise<ResolvedGroup>;
  /** Makes a group of the host's answer. @throws PaymentError `OPTIONS_INVALID` */
  readonly make: (name: string, answer: TerminalGroupOptions) => TerminalGroup;
  /** How old an answer may be, in milliseconds. */
  readonly freshMs: number;
  readonly clock: Clock;
  /** Called with a group that was not known before. */
  readonly onLearnt: (group: TerminalGroup) => void;
  /** Called when a fresh answer could not be had or used, and the old one is kept. */
  readonly onKept: (name: string, reason: string) => void;
  /** Called when a known group is not found any more, or has another name now, while the process runs. */
  readonly onGone: (name: string, newName: string | null) => void;
  /** Called when the host's function has failed; the error says how, and contains nothing that may be secret. */
  readonly onFailed: (name: string, error: Error) => void;
}

interface Found {
  readonly group: TerminalGroup;
  /** Epoch milliseconds. */
  askedAt: number;
}

/** The terminal groups that the host's function has found, and the names that it lately did not find. */
export class ResolvedGroups {
  private readonly found = new Map<string, Found>();
  /** Until when an unknown name is remembered, epoch milliseconds. */
  private readonly unknown = new BoundedMap<string, number>(MOST_REMEMBERED);
  private readonly failed = new BoundedMap<string, { readonly until: number; readonly error: unknown }>(
    MOST_REMEMBERED,
  );
  private readonly flights = new SingleFlight<TerminalGroup | null>();
  private readonly asking = new Set<string>();
  private readonly refreshing = new Set<string>();
  private readonly retired = new BoundedMap<string, KeyRing>(MOST_RETIRED);
  /** A background call must not join a transaction of the caller that happened to start it (scenario X4). */
  private readonly context = new AsyncResource('TillbridgeGroups');
  /** Grows when a key is added or dropped. */
  version = 0;
  /** Grows when a group is forgotten: an answer that was on its way then is not used. */
  private epoch = 0;

  constructor(private readonly parts: ResolvedGroupsParts) {}

  /** Every group that was found, in the order of finding. */
  get all(): TerminalGroup[] {
    return [...this.found.values()].map(({ group }) => group);
  }

  /** Keys that were lately replaced or forgotten. */
  get retiredKeys(): KeyRing[] {
    return [...this.retired.values()];
  }

  /** The group of a name, if it is known. */
  find(name: string): TerminalGroup | undefined {
    return this.found.get(name)?.group;
  }

  /** Whether the host would be asked for a name that is not known; the caller has checked that the name is well formed. */
  stateOf(name: string): Exclude<GroupKnowledge, 'known'> {
    const now = this.parts.clock.now();
    if (isAhead(this.unknown.get(name), now, UNKNOWN_MS)) return 'unknown';
    return this.asking.has(name) || isAhead(this.failed.get(name)?.until, now, FAILED_MS) ? 'asked' : 'open';
  }

  /**
   * Calls the host's function, once for all callers that ask meanwhile.
   *
   * @returns null when there is no such group
   * @throws PaymentError `GROUP_UNRESOLVED`, `OPTIONS_INVALID`
   */
  async ask(name: string): Promise<TerminalGroup | null> {
    const state = this.stateOf(name);
    if (state === 'unknown') return null;
    const failed = this.failed.get(name);
    if (state === 'asked' && failed && !this.asking.has(name)) throw failed.error;
    return this.flights.run(name, () => this.askOnce(name));
  }

  /** Asks again in the background for a group whose answer is old, with only a few calls to the host at a time. */
  refreshIfStale(name: string): void {
    const found = this.found.get(name);
    const { clock, freshMs } = this.parts;
    // Without the absolute value, a clock that was put back would keep an old answer alive.
    if (!found || Math.abs(clock.now() - found.askedAt) < freshMs) return;
    if (this.refreshing.size >= MOST_REFRESHED || this.refreshing.has(name)) return;
    this.refreshing.add(name);
    void this.context.runInAsyncScope(() => this.refresh(name, found));
  }

  /** Drops what is known of a name. @returns whether there was a group */
  forget(name: string): boolean {
    this.epoch += 1;
    this.unknown.delete(name);
    this.failed.delete(name);
    this.flights.forget(name);
    return this.drop(name);
  }

  private drop(name: string): boolean {
    const found = this.found.get(name);
    if (found) this.retire(found.group);
    this.version += 1;
    return this.found.delete(name);
  }

  private retire({ keys }: TerminalGroup): void {
    this.retired.set(keys.ids.join(), keys);
  }

  private async askOnce(name: string): Promise<TerminalGroup | null> {
    this.asking.add(name);
    try {
      return await this.take(name);
    } catch (error) {
      this.failed.set(name, { until: this.parts.clock.now() + FAILED_MS, error });
      throw error;
    } finally {
      this.asking.delete(name);
    }
  }

  private async take(name: string): Promise<TerminalGroup | null> {
    for (;;) {
      const { epoch } = this;
      const answer = await this.answerFor(name);
      if (epoch === this.epoch) return this.adopt(name, answer);
    }
  }

  private adopt(name: string, answer: ResolvedGroup): TerminalGroup | null {
    this.failed.delete(name);
    const { clock, make, onLearnt, onGone } = this.parts;
    if (answer === null || answer === undefined) {
      if (this.drop(name)) onGone(name, null);
      this.unknown.set(name, clock.now() + UNKNOWN_MS);
      return null;
    }
    const group = make(name, answer);
    if (group.name !== name && this.drop(name)) onGone(name, group.name);
    const before = this.found.get(group.name);
    if (before) this.retire(before.group);
    this.found.set(group.name, { group, askedAt: clock.now() });
    this.version += 1;
    if (!before) this.context.runInAsyncScope(() => onLearnt(group));
    return group;
  }

  /** @throws PaymentError `GROUP_UNRESOLVED` */
  private async answerFor(name: string): Promise<ResolvedGroup> {
    const late = (): never => {
      throw Object.assign(new Error('no answer came in time'), { code: 'TIMEOUT' });
    };
    try {
      const asked = Promise.resolve().then(() => this.parts.ask(name));
      return await waitAtMost(asked, { ms: PATIENCE_MS, late, ref: false });
    } catch (error) {
      const cause = sanitiseCause(error);
      this.parts.onFailed(name, cause);
      throw unresolved(name, cause);
    }
  }

  private async refresh(name: string, found: Found): Promise<void> {
    try {
      await this.flights.run(name, () => this.take(name));
    } catch (error) {
      found.askedAt = this.parts.clock.now();
      // A failure of the function itself was reported already.
      if (!isPaymentError(error, 'GROUP_UNRESOLVED')) this.parts.onKept(name, messageOf(error));
    } finally {
      this.refreshing.delete(name);
    }
  }
}

/** Without the second bound, a clock that was put back would make the memory last longer. */
const isAhead = (until: number | undefined, now: number, most: number): boolean =>
  until !== undefined && until > now && until - now <= most;

/** Of the thrown error only its kind is kept: a failed query may have the key in its text (promise 6). */
const unresolved = (name: string, cause: Error): PaymentError =>
  refusal({
    code: 'GROUP_UNRESOLVED',
    message: `Whether there is a terminal group "${name}" could not be found out: resolveGroup of the options has failed.`,
    kind: 'temporary',
    group: name,
    cause,
  });
