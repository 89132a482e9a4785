import { setImmediate as nextTurn } from 'node:timers/promises';

/** The work that is shared, and its limits. */
export interface SharedWork<T, R> {
  /** Commits a whole batch in one transaction or statement; if it throws, nothing of it is committed. */
  commit(batch: readonly T[]): Promise<R>;
  /** The most items of a batch; default: all that wait. */
  readonly most?: number;
  /** The weight of an item, and the most that a batch may weigh. A single heavier item goes alone. */
  readonly weight?: { readonly most: number; of(item: T): number };
  /** Whether another commit may run in parallel; default: one at a time. */
  mayJoin?(waiting: number, underWay: number): boolean;
  /** Whether a batch that failed should be tried one by one; default: always. */
  isSeparable?(error: unknown): boolean;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects items while a commit runs, and commits them together next: no timer, and no wait when there is little to do.
 * If a batch fails, its items are committed one by one, so that a bad item does not fail the others.
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

  /** The number of items that wait for the next commit. */
  get size(): number {
    return this.waiting.length;
  }

  /** The result of the commit that contains the item. @throws the error of that commit */
  add(item: T): Promise<R> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.underWay === 0 || this.work.mayJoin?.(this.waiting.length, this.underWay)) void this.write();
    });
  }

  private async write(): Promise<void> {
    this.underWay += 1;
    // Items that come in the same turn of the event loop join this batch.
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
