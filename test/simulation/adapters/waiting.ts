import type { Random } from '../../support/random.js';
import type { Action, People } from './people.js';
import type { Stage } from './stage.js';

/** What makes a replica read an order; and what others do meanwhile. */
const ASKING: readonly Action[] = ['sync', 'settle', 'work'];
const MEANWHILE: readonly Action[] = ['move', 'move', 'elsewhere', 'elsewhere', 'refund', 'work'];
const SECOND = 1_000;
/** Mostly it is about one order. */
const ABOUT_ONE = 0.8;

/**
 * One replica waits for an answer of the service while the order changes there, the other one hears of it, and time passes:
 * the answer counts as of when it was asked for. Where both only took turns, or what overtook it was written down when it
 * came, no answer was old enough to undo anything.
 */
export class Waiting {
  constructor(
    private readonly stage: Stage,
    private readonly random: Random,
    private readonly people: People,
    private readonly act: (action: Action) => Promise<void>,
  ) {}

  async happen(): Promise<void> {
    const { random, stage, people } = this;
    const [one, other] = random.chance(0.5) ? stage.replicas : stage.replicas.toReversed();
    const answer = stage.slow.holdNext();
    people.only = one!;
    people.about = random.chance(ABOUT_ONE) ? people.paidOrder() : null;
    const waiting = this.act(random.pick(ASKING));
    const isHeld = await Promise.race([answer.isHeld.then(() => true), waiting.then(() => false)]);
    people.only = other!;
    if (isHeld) await this.#meanwhile();
    answer.release();
    await waiting;
    people.only = null;
    people.about = null;
  }

  /** Within the time limit of a call. */
  async #meanwhile(): Promise<void> {
    const { random, stage } = this;
    for (let left = random.between(1, 3); left > 0; left -= 1) await this.act(random.pick(MEANWHILE));
    await stage.pass(random.pick([0, 3 * SECOND]), true);
    await this.act('work');
    await stage.pass(random.pick([3 * SECOND, 12 * SECOND, 20 * SECOND]), true);
  }
}
