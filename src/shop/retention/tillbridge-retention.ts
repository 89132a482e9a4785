import { Inject, Injectable, Logger } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { lockFreeRow, type Transactions } from '../../database/engine/index.js';
import { DAY_MS, type Clock } from '../../support/index.js';
import { OutboxEntity } from '../effects/index.js';
import { PaymentOrderEntity } from '../orders/index.js';
import { RefundBatchEntity } from '../refund-records/index.js';
import { messages, type TillbridgeSettings, CLOCK, SETTINGS, TRANSACTIONS } from '../core/index.js';
import {
  RETENTION_BATCH_ROWS,
  dueBatches,
  dueErrors,
  dueNotifications,
  dueOrders,
  type OrderPlace,
} from './due-data.js';
import { Erasure } from './erasure.js';
import { FINISHED_ROWS } from './finished-rows.js';

/** What one run of the retention erased and deleted. */
export interface RetentionReport {
  /** Notifications whose content was erased. */
  readonly notifications: number;
  /** Orders whose description and payment pages were erased. */
  readonly orders: number;
  /** Finished rows of work that were deleted. */
  readonly rows: number;
  /** False when it was aborted before everything due was erased; the next run continues. */
  readonly complete: boolean;
}

type Counts = Omit<RetentionReport, 'complete'>;

/** One kind of due data: processes one batch of it. */
type Step = (tx: EntityManager, before: number, place: OrderPlace | null) => Promise<Batch>;

/** The result of one batch. */
interface Batch extends Partial<Counts> {
  readonly isLast: boolean;
  readonly place?: OrderPlace | null;
}

const NOTHING: Counts = { notifications: 0, orders: 0, rows: 0 };

const sum = (one: Counts, other: Partial<Counts>): Counts => ({
  notifications: one.notifications + (other.notifications ?? 0),
  orders: one.orders + (other.orders ?? 0),
  rows: one.rows + (other.rows ?? 0),
});

/** Steps for data that is older than a number of days. */
const due = (days: number | 'off', steps: readonly Step[], now: number) =>
  days === 'off' ? [] : steps.map((step) => ({ step, before: now - days * DAY_MS }));

/**
 * Erases personal data that is due and deletes rows that are no longer needed (option `retention`), in small batches. Every
 * process with workers does so once an hour; {@link TillbridgeRetention.run} does it now.
 *
 * @example
 * ```ts
 * async function nightly(retention: TillbridgeRetention, log: (line: string) => void): Promise<void> {
 *   const { notifications, orders, rows } = await retention.run();
 *   log(`erased the content of ${notifications} notifications and ${orders} orders, deleted ${rows} finished rows`);
 * }
 * ```
 */
@Injectable()
export class TillbridgeRetention {
  private readonly logger = new Logger('Tillbridge:Retention');

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly erasure: Erasure,
    @Inject(SETTINGS) private readonly settings: TillbridgeSettings,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Erases and deletes everything that is due. If it fails or is aborted, what was erased stays erased, and the next run
   * continues. Of several runs at the same time each leaves to the others what they have locked, and waits for none.
   *
   * @param options - `signal`: ends the run after the current batch
   */
  async run({ signal }: { signal?: AbortSignal } = {}): Promise<RetentionReport> {
    const { personalDataDays, rows } = this.settings.retention;
    const personalData = [this.bodies('done'), this.bodies('unmatched'), this.errors(), this.orders(), this.batches()];
    const now = this.clock.now();
    let counts = NOTHING;
    for (const { step, before } of [...due(personalDataDays, personalData, now), ...due(rows, FINISHED_ROWS, now)]) {
      let batch: Batch | null = null;
      do {
        if (signal?.aborted) return { ...counts, complete: false };
        const place: OrderPlace | null = (batch as Batch | null)?.place ?? null;
        // Counted after the commit: a transaction may run again.
        batch = await this.transactions.run((tx) => step(tx, before, place));
        counts = sum(counts, batch);
      } while (!batch.isLast);
    }
    this.report(counts);
    return { ...counts, complete: true };
  }

  private bodies(state: 'done' | 'unmatched'): Step {
    return async (tx, before) => {
      const ids = await dueNotifications(tx, state, before);
      const notifications = ids.length > 0 ? await this.erasure.notifications(tx, ids) : 0;
      return { notifications, isLast: ids.length < RETENTION_BATCH_ROWS };
    };
  }

  private errors(): Step {
    return async (tx, before) => {
      const ids = await dueErrors(tx, before);
      if (ids.length > 0) await tx.update(OutboxEntity, { id: In(ids), state: 'discarded' }, { lastError: null });
      return { isLast: ids.length < RETENTION_BATCH_ROWS };
    };
  }

  private orders(): Step {
    return async (tx, before, place) => {
      const due = await dueOrders(tx, before, place);
      let orders = 0;
      for (const { group, orderId } of due) {
        // A wait for an order that a transaction of the host holds would keep all others of the batch locked.
        const order = await lockFreeRow(tx, PaymentOrderEntity, { group, orderId });
        // A new attempt may have been opened meanwhile.
        if (!order || order.erasedAt !== 0 || order.updatedAt >= before) continue;
        if (await this.erasure.hasFreshRefund(tx, order, before)) continue;
        await this.erasure.order(tx, order, true);
        orders += 1;
      }
      return { orders, isLast: due.length < RETENTION_BATCH_ROWS, place: due.at(-1) ?? null };
    };
  }

  private batches(): Step {
    return async (tx, before) => {
      const ids = await dueBatches(tx, before);
      if (ids.length > 0) await tx.update(RefundBatchEntity, { id: In(ids) }, { askedBy: null });
      return { isLast: ids.length < RETENTION_BATCH_ROWS };
    };
  }

  private report({ notifications, orders, rows }: Counts): void {
    if (notifications + orders > 0) this.logger.log(messages.erased(notifications, orders));
    if (rows > 0) this.logger.log(messages.rowsDeleted(rows));
  }
}
