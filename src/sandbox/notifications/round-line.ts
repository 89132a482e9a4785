/** Lets one piece of work at a time run for each key, in order of arrival; different keys run side by side. */
export class RoundLine {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after everything that was lined up for this key before. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const result = before.then(work, work);
    this.#last.set(key, result);
    const forget = (): void => {
      if (this.#last.get(key) === result) this.#last.delete(key);
    };
    result.then(forget, forget);
    return result;
  }

  /** Resolves when nothing is lined up any more. */
  async idle(): Promise<void> {
    while (this.#last.size > 0) await Promise.allSettled(this.#last.values());
  }
}
