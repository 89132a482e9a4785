import { setImmediate as nextTurn } from 'node:timers/promises';

/** What is done together, and how much of it. */
export interface SharedWork<T, R> {
  /** Does it for all of a batch, in one transaction or statement: for all of them, or for none when it throws. */
  commit(batch: readonly T[]): Promise<R>;
  /** How many go together at most; default: all that wait. */
  readonly most?: number;
  /** What an item weighs, and what a batch weighs at most, unless one item alone is heavier. */
  readonly weight?: { readonly most: number; of(item: T): number };
  /** Whether another commit may run beside those under way; default: one at a time. */
  mayJoin?(waiting: number, underWay: number): boolean;
  /** Whether a batch that failed is worth trying one by one; default: always. */
  isSeparable?(error: unknown): boolean;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes what comes while a commit is under way with the next one: no timer, and no waiting when there is little to do.
 * What cannot be committed together is committed one by one, so that a bad one does not refuse its neighbours.
 *
 * @example
 * const commits = new SharedCommit<number, number>({ commit: async (batch) => batch.length });
 * // 2 and 2, of one commit:
 * const [one, other] = await Promise.all([commits.add(1), commits.add(2)]);
 */
export class SharedCommit<T, R = void> {
  private waiting: Waiting<T, R>[] = [];
  private underWay = 0;

  constructor(private readonly work: SharedWork<T, R>) {}

  /** How many wait for the next commit. */
  get size(): number {
    return this.waiting.length;
  }

  /** What the commit that the item is part of gives back. @throws whatever that commit throws */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.underWay === 0 || this.work.mayJoin?.(this.waiting.length, this.underWay)) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.underWay += 1;
    // Those that come in the same turn of the event loop come along.
    await nextTurn();
    while (this.waiting.length > 0) await this.commit(this.waiting.splice(0, this.batchSize()));
    this.underWay -= 1;
  }

  private batchSize(): number {
    const { most = this.waiting.length, weight } = this.work;
    let sum = 0;
    const isBeyond = ({ item }: Waiting<T, R>): boolean => (sum += weight?.of(item) ?? 0) > (weight?.most ?? 0);
    const beyond = this.waiting.slice(0, most).findIndex(isBeyond);
    return beyond === -1 ? most : Math.max(1, beyond);
  }

  private async commit(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const result = await this.work.commit(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve(result);
    } catch (error) {
      const isFinal = batch.length === 1 || this.work.isSeparable?.(error) === false;
      if (isFinal) for (const { reject } of batch) reject(error);
      else for (const each of batch) await this.commit([each]);
    }
  }
}
