/** Records what foreign code does with given work: whether it calls it, how often, and how the work ends. */
export class WatchedCall {
  calls = 0;
  state: 'not-called' | 'running' | 'ended' | 'failed' = 'not-called';
  error: unknown;

  /** Runs the work, and records how it ends. @param refuseRepeat - throws where the work may not be called again */
  async run<T>(work: () => Promise<T>, refuseRepeat?: () => never): Promise<T> {
    this.calls += 1;
    if (this.calls > 1) refuseRepeat?.();
    this.state = 'running';
    try {
      const value = await work();
      this.state = 'ended';
      return value;
    } catch (error) {
      Object.assign(this, { state: 'failed', error });
      throw error;
    }
  }
}
