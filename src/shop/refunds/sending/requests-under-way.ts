/** Most answers that are awaited at a time, for a lane whose slots do not wait for them. */
export const MOST_UNDER_WAY = 10;

/** How many refund requests of each terminal group this process is waiting for. */
export class RequestsUnderWay {
  private readonly counts = new Map<string, number>();

  /** The requests of a terminal group whose answer is awaited. */
  of(group: string): number {
    return this.counts.get(group) ?? 0;
  }

  /** Does something that counts as a request of a terminal group until it ends. @throws what `work` throws */
  async during<T>(group: string, work: () => Promise<T>): Promise<T> {
    this.counts.set(group, this.of(group) + 1);
    try {
      return await work();
    } finally {
      this.counts.set(group, this.of(group) - 1);
    }
  }
}
