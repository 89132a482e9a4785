import { waitAtMost } from '../../../support/index.js';

const ignore = (): void => undefined;

/**
 * Answers to refunds that the database did not take when they came: it was away. They are stored as soon as it takes them.
 * Without this a refund that the service has accepted would be sent again if no read of its order shows it.
 */
export class UnstoredAnswers {
  /** How each answer is stored, with the attempt under way: it may wait for a lock, and must not be made twice. */
  private readonly answers = new Map<() => Promise<unknown>, Promise<void> | null>();

  /** @param store - stores the answer; safe to repeat when it has failed */
  add(store: () => Promise<unknown>): void {
    this.answers.set(store, null);
  }

  /**
   * Stores what the database takes now; the others are tried again next time.
   *
   * @param withinMs - how long to wait, in milliseconds: one may wait for a lock, and that holds up no other refund
   */
  async storeSome(withinMs: number): Promise<void> {
    if (this.answers.size > 0) await waitAtMost(this.storeAll(), { ms: withinMs, late: ignore }).catch(ignore);
  }

  /** Stores all. @throws the first error of the database; answers that it did not take are kept */
  async storeAll(): Promise<void> {
    await Promise.all([...this.answers].map(([store, attempt]) => attempt ?? this.attempt(store)));
  }

  private attempt(store: () => Promise<unknown>): Promise<void> {
    const kept = (error: Error): never => {
      this.answers.set(store, null);
      throw error;
    };
    const attempt = store().then(() => void this.answers.delete(store), kept);
    this.answers.set(store, attempt);
    return attempt;
  }
}
