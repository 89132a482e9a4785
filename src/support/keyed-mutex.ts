/**
 * Lets one piece of work at a time run for each key, in the order of arrival; those of different keys run side by side. It
 * is of this process only: between processes the database decides.
 *
 * @example
 * const mutex = new KeyedMutex();
 * // One after the other:
 * await Promise.all([mutex.run('a', async () => 1), mutex.run('a', async () => 2)]);
 */
export class KeyedMutex {
  /** The last piece of work of each key. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Starts the work when everything before it has ended, however it ended. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    const forget = (): void => {
      if (this.last.get(key) === result) this.last.delete(key);
    };
    this.last.set(key, result);
    result.then(forget, forget);
    return result;
  }

  /** Resolves when nothing waits or runs any more. */
  async idle(): Promise<void> {
    while (this.last.size > 0) await Promise.allSettled(this.last.values());
  }
}
