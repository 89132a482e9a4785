/**
 * Work that waits in line for its key within this process. It saves those who would otherwise look at the database again
 * and again; who may do what is still the database's to say.
 */
export class KeyedMutex {
  /** The last piece of work of each line. */
  private readonly last = new Map<string, Promise<unknown>>();

  /** Starts the work when everything before it has ended, however it ended. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.last.get(key) ?? Promise.resolve()).then(work, work);
    const forget = (): void => {
      if (this.last.get(key) === turn) this.last.delete(key);
    };
    this.last.set(key, turn);
    turn.then(forget, forget);
    return turn;
  }
}
