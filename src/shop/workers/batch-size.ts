/** The limits of a {@link BatchSize}. */
export interface BatchLimits {
  /** How long the handlers of one batch should take together, in milliseconds. */
  readonly budgetMs: number;
  readonly most: number;
}

/** The first batch, before the speed of the handlers is known. */
const FIRST = 8;
const GROWTH = 1.5;

/**
 * How many rows are taken together: as many as the shop's handlers finish in the time of the budget, so that the rows of a
 * batch are locked only briefly. With slow handlers it is one row at a time, several of them in parallel.
 */
export class BatchSize {
  private size = FIRST;

  constructor(private readonly limits: BatchLimits) {}

  /** For the next batch, from 1. */
  get current(): number {
    return this.size;
  }

  /** Takes note of a batch: the size shrinks at once; it grows in steps, and only after a quick full batch. */
  learn(rows: number, tookMs: number): void {
    const { budgetMs, most } = this.limits;
    if (tookMs > budgetMs) this.size = Math.max(1, Math.min(this.size, Math.floor((rows * budgetMs) / tookMs)));
    else if (rows >= this.size && tookMs <= budgetMs / 2) this.size = Math.min(most, Math.ceil(this.size * GROWTH));
  }

  /** Takes note of a batch that was rolled back. */
  fail(): void {
    this.size = Math.max(1, Math.floor(this.size / 2));
  }
}
