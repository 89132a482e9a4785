/**
 * Runs work with the same key one after the other, in the order of arrival; work with different keys runs in parallel.
 * It works within one process only: between processes the database decides.
 *
 * @example
 * const mutex = new KeyedMutex();
 * // One after the other:
 * await Promise.all([mutex.run('a', async () => 1), mutex.run('a', async () => 2)]);
 */
export class KeyedMutex {
  /** The last piece of work of each key. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Starts the work once all earlier work of the key has ended, even with a failure. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    const forget = (): void => {
      if (this.last.get(key) === result) this.last.delete(key);
    };
    this.last.set(key, result);
    result.then(forget, forget);
    return result;
  }

  /** Resolves once no work waits or runs. */
  async idle(): Promise<void> {
    while (this.last.size > 0) await Promise.allSettled(this.last.values());
  }
}
