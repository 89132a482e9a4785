import { isPaymentError } from '../../../src/index.js';
import type { Random } from '../../support/random.js';
import { APART_MS, drawTrouble, type FaultPlan } from './fault-plan.js';
import type { Journal } from './journal.js';
import { KeyChange } from './key-change.js';
import type { Remembered } from './older-release.js';
import type { Stage } from './stage.js';
import { isInjected, type Trouble } from './troubles.js';

const ACTOR = { by: 'ann', why: 'the site has another name now' } as const;
/** After so long the work of those who were killed is believed to be over; a little more than the longest lease. */
const LEASES_OVER_MS = 65_000;
/** Of a rename that is struck by the database, or refused while there is work, so many tries are made. */
const MOST_TRIES = 8;

/** What those do who run the shop while it works: clocks, deployments, keys, names. One thing at a time, when no one else acts. */
export class Upheavals {
  readonly keys: KeyChange;

  constructor(
    private readonly stage: Stage,
    private readonly random: Random,
    private readonly journal: Journal,
    private readonly faults: FaultPlan,
  ) {
    this.keys = new KeyChange(stage, random, journal);
  }

  /** Between two steps. @returns whether replicas were started anew */
  async between(): Promise<boolean> {
    const { random, faults } = this;
    const happening = [
      ...(random.chance(faults.restart) ? [() => this.#restart()] : []),
      ...(random.chance(faults.keyChange) ? [() => this.keys.advance()] : []),
      ...(random.chance(faults.rename) ? [() => this.#rename()] : []),
    ];
    // A start that fails is started again by those who watch over processes; here it would end the schedule.
    if (happening.length > 0) this.stage.troubles.next(null);
    for (const happen of happening) await happen();
    return happening.length > 0;
  }

  /** One replica's clock is put right, or wrong: it may go back. */
  jump(): void {
    const clock = this.random.pick(this.stage.clocks);
    clock.aheadMs = this.random.pick(APART_MS);
    this.journal.count('clock jumps');
    this.journal.note(() => `the clock of a replica is ${clock.aheadMs} ms ahead from now on`);
  }

  /** All that was done since then was done by replicas of the older release. */
  async redo(before: Remembered): Promise<void> {
    await this.stage.sandbox.idle();
    const rows = this.stage.older.redo(before);
    if (rows === 0) return;
    this.journal.count('written by the older release');
    this.journal.note(() => `all of that was done by replicas of the older release (${rows} rows)`);
  }

  /** What a replica kept in memory is gone, as after a deployment. */
  async #restart(): Promise<void> {
    const index = this.random.between(0, this.stage.replicas.length - 1);
    this.journal.count('replica started anew');
    this.journal.note(() => `${this.stage.replicas[index]!.name} is started anew`);
    await this.stage.restart(index);
  }

  /** As docs/guide/several-groups.md says: every process stops, the rows are moved, and all start under the new name. */
  async #rename(): Promise<void> {
    const { stage, journal } = this;
    await stage.rename(async ({ renames }, names) => {
      journal.note(() => `every replica stops; the terminal group ${names.from} becomes ${names.to}`);
      for (let left = MOST_TRIES; left > 0; left -= 1) {
        const trouble = left > 1 ? drawTrouble(this.faults, this.random) : null;
        if (await this.#moved(() => renames.rename({ ...names, ...ACTOR }), trouble)) break;
      }
      journal.count('group renamed');
    });
  }

  /** Tries once; @returns whether everything was moved */
  async #moved(move: () => Promise<{ readonly complete: boolean }>, trouble: Trouble | null): Promise<boolean> {
    const { stage, journal } = this;
    try {
      const { complete } = await stage.troubles.during(trouble, move);
      return complete;
    } catch (error) {
      journal.note(() => `  … ${String(error)}`);
      const isRefused = isPaymentError(error, 'GROUP_RENAME_REFUSED');
      if (!isRefused && !isInjected(error)) throw error;
      journal.count(isRefused ? 'rename refused while work is held' : 'rename broken off');
      if (isRefused) await stage.pass(LEASES_OVER_MS, true);
      return false;
    }
  }
}
