import { isDatabaseAway } from '../../../database/engine/index.js';
import { waitAtMost } from '../../../support/index.js';

const ignore = (): void => undefined;

/** How the answer to a refund is stored. */
export interface Answer {
  /** Stores it with all that follows from it. */
  readonly end: () => Promise<void>;
  /** Stores it alone: what follows from it fails, such as a handler of the host. */
  readonly keep: () => Promise<void>;
  /** Called once, when `end` has failed. */
  readonly failed: (error: unknown) => void;
}

/**
 * Answers to refunds that the database did not take when they came: it was away. They are stored as soon as it takes them.
 * Without this a refund that the service has accepted would be sent again if no read of its order shows it.
 */
export class UnstoredAnswers {
  /** How each answer is stored, with the attempt under way: it may wait for a lock, and must not be made twice. */
  private readonly answers = new Map<() => Promise<void>, Promise<void> | null>();

  /**
   * Stores an answer now, or remembers it. It is kept alone only where the database takes it: otherwise one that comes back at
   * that moment would leave to a person what the service has accepted.
   *
   * @throws what kept it from being stored now
   */
  async store({ end, keep, failed }: Answer): Promise<void> {
    let isFirst = true;
    const store = (): Promise<void> =>
      end().catch((error: unknown) => {
        if (isFirst) failed(error);
        isFirst = false;
        if (isDatabaseAway(error)) throw error;
        return keep();
      });
    await store().catch((error: unknown) => {
      this.answers.set(store, null);
      throw error;
    });
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

  private attempt(store: () => Promise<void>): Promise<void> {
    const kept = (error: Error): never => {
      this.answers.set(store, null);
      throw error;
    };
    const attempt = store().then(() => void this.answers.delete(store), kept);
    this.answers.set(store, attempt);
    return attempt;
  }
}
