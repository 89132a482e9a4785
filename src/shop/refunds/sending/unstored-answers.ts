import { waitAtMost } from '../../../support/index.js';

const ignore = (): void => undefined;

/**
 * Answers to refunds that the database did not take when they came: it was away. They are stored as soon as it takes them.
 * Without this a refund that the service has accepted would be sent again if no read of its order shows it.
 */
export class UnstoredAnswers {
  private readonly answers = new Set<() => Promise<unknown>>();

  /** @param store - stores the answer; safe to repeat when it has failed */
  add(store: () => Promise<unknown>): void {
    this.answers.add(store);
  }

  /**
   * Stores what the database takes now. The first that it does not take ends this, and is tried after the others next time.
   *
   * @param withinMs - how long to wait, in milliseconds: one may wait for a lock, and that holds up no other refund
   */
  async store(withinMs: number): Promise<void> {
    await waitAtMost(this.storeAll(), { ms: withinMs, late: ignore }).catch(ignore);
  }

  private async storeAll(): Promise<void> {
    for (const store of this.answers) {
      // Another call of this must not store it as well.
      this.answers.delete(store);
      try {
        await store();
      } catch (error) {
        this.answers.add(store);
        throw error;
      }
    }
  }
}
