/** What a {@link BatchSize} goes by. */
export interface BatchLimits {
  /** How long the handlers of one batch should take together, in milliseconds. */
  readonly budgetMs: number;
  readonly most: number;
}

/** The first batch: before anything is known of the handlers. */
const FIRST = 8;
const GROWTH = 1.5;

/**
 * How many rows are taken together: as many as the handlers of the shop have time for. What a batch locks is locked
 * briefly, whatever they do in it; one row at a time, side by side, where they are slow.
 */
export class BatchSize {
  private size = FIRST;

  constructor(private readonly limits: BatchLimits) {}

  /** For the next batch, from 1. */
  get current(): number {
    return this.size;
  }

  /** Learns from a batch: shrinks at once, grows step by step, and only when a full one was quick. */
  learn(rows: number, tookMs: number): void {
    const { budgetMs, most } = this.limits;
    if (tookMs > budgetMs) this.size = Math.max(1, Math.min(this.size, Math.floor((rows * budgetMs) / tookMs)));
    else if (rows >= this.size && tookMs <= budgetMs / 2) this.size = Math.min(most, Math.ceil(this.size * GROWTH));
  }

  /** Learns from a batch that was taken back. */
  fail(): void {
    this.size = Math.max(1, Math.floor(this.size / 2));
  }
}
