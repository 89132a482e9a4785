import type { EntityManager } from 'typeorm';
import type { Claimable, Transactions } from '../../database/engine/index.js';
import type { Clock } from '../../support/index.js';
import { messages } from '../core/index.js';
import { afterFailure } from './retry-plan.js';

/** What {@link LateEnds} writes to a row. */
interface LateEnd {
  readonly dueAt: number;
  readonly lastError: string;
}

/**
 * Rows whose work ended in this process while the database could not record the result. It is recorded as soon as possible: a
 * row without a record counts as one that ended its process, and after five such failures it would be given up.
 */
export class LateEnds<Row extends Claimable> {
  private readonly rows = new Set<Row>();

  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    /** Writes under the row's lease; writes nothing when another process has the row by now. */
    private readonly end: (tx: EntityManager, row: Row, end: LateEnd) => Promise<unknown>,
  ) {}

  /** Remembers rows until {@link write} has succeeded. */
  remember(rows: readonly Row[]): void {
    for (const row of rows) this.rows.add(row);
  }

  /** Records all remembered rows; they are due again as after any failure. */
  async write(): Promise<void> {
    const rows = [...this.rows];
    if (rows.length === 0) return;
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      for (const row of rows) {
        const verdict = afterFailure(row.attempts, now);
        // A row without attempts left is given up by the worker that takes it next.
        const dueAt = verdict === 'given-up' ? now : verdict.dueAt;
        await this.end(tx, row, { dueAt, lastError: messages.endUnrecorded });
      }
    });
    for (const row of rows) this.rows.delete(row);
  }
}
