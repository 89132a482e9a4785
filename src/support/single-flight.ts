/**
 * Shares running work between callers with the same key: a page that is opened many times at once reads once.
 *
 * @example
 * const reads = new SingleFlight<number>();
 * // 1 and 1:
 * const [one, same] = await Promise.all([reads.run('a', async () => 1), reads.run('a', async () => 2)]);
 */
export class SingleFlight<T> {
  private readonly underWay = new Map<string, Promise<T>>();

  /** The running work of the key; without one, starts this work. */
  run(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.underWay.get(key);
    if (known) return known;
    const begun = work().finally(() => {
      if (this.underWay.get(key) === begun) this.underWay.delete(key);
    });
    this.underWay.set(key, begun);
    return begun;
  }

  /** Later callers start new work; callers that already wait get the result of the running work. */
  forget(key: string): void {
    this.underWay.delete(key);
  }
}
