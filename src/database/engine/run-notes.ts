import type { EntityManager } from 'typeorm';

/**
 * What the runs of one transaction note for one another. When the answer of a COMMIT is lost, the transaction runs again
 * though it may be in the database: by an id that an earlier run has noted, the next one recognises its own rows, and
 * takes them neither for those of another process nor writes them twice.
 */
export class RunNotes {
  readonly #earlier = new Map<string, string>();
  readonly #own = new Map<string, string>();

  /** Begins the next run: what was noted until now is of earlier runs. */
  next(): this {
    for (const [name, value] of this.#own) this.#earlier.set(name, value);
    this.#own.clear();
    return this;
  }

  /** Notes a value for later runs. That it is noted does not say that its run was committed. */
  note(name: string, value: string): void {
    this.#own.set(name, value);
  }

  /** What an earlier run has noted; this run's own notes do not count. */
  ofEarlier(name: string): string | undefined {
    return this.#earlier.get(name);
  }
}

const NOTES = new WeakMap<EntityManager, RunNotes>();

/** Gives a run of a transaction its notes. */
export function keepNotes(em: EntityManager, notes: RunNotes): EntityManager {
  NOTES.set(em, notes.next());
  return em;
}

/**
 * The notes of a transaction that {@link Transactions} runs. A transaction of the host has none of earlier runs: whether it
 * runs again is up to the host.
 *
 * @example
 * const take = async (em: EntityManager, key: string): Promise<boolean> => {
 *   const known = await em.findOneBy(PaymentOrderEntity, { reference: key });
 *   return known !== null && known.orderId === runNotes(em).ofEarlier(key);
 * };
 */
export const runNotes = (em: EntityManager): RunNotes => NOTES.get(em) ?? new RunNotes();
