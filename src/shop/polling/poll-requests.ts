import { Inject, Injectable } from '@nestjs/common';
import { insertOrIgnore, lockRow, type Transactions } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { OrdersRepository, type PaymentOrderEntity } from '../orders/index.js';
import { CLOCK, TRANSACTIONS } from '../core/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { LEAST_GAP_MS, requestedAt, PollEntity } from '../poll-schedule/index.js';

/** Asks for polls of orders. Whoever asks does not wait: the poller reads, within the group's budget of calls. */
@Injectable()
export class PollRequests {
  /** By group, until when what was asked for is due at the latest, epoch milliseconds. */
  private readonly requested = new Map<string, number>();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly orders: OrdersRepository,
    private readonly workers: WorkerRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a poll that was asked for in this group, in this process, may be due. The last time it says so, all of them are. */
  takeRequest(group: string): boolean {
    const dueBy = this.requested.get(group);
    if (dueBy !== undefined && dueBy <= this.clock.now()) this.requested.delete(group);
    return dueBy !== undefined;
  }

  /**
   * Brings forward the next poll of an order that is known and not finished; nothing happens for any other. However
   * often it is asked for, the service is asked at most once in {@link LEAST_GAP_MS}.
   *
   * @param serviceOrderId - the `order_id` at the service
   * @returns whether there is such an order
   */
  async bringForward(group: string, serviceOrderId: string): Promise<boolean> {
    const attempt = await this.orders.findAttempt(serviceOrderId, group);
    const found = attempt && (await this.orders.find(attempt.orderId, group));
    if (!attempt || !found || isFinished(found.order)) return false;
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      const row = { id: createId(this.clock), group, serviceOrderId, state: 'pending' as const, attempts: 0 };
      const lease = { leaseToken: null, leaseUntil: null, lastError: null };
      const facts = { openedAt: attempt.createdAt, activeUntil: null, method: null, methodSince: null, reason: null };
      const fresh = { ...row, ...lease, ...facts, dueAt: now, polledAt: 0, askedAt: now };
      await insertOrIgnore(tx, PollEntity, [fresh], ['group', 'serviceOrderId']);
      const known = (await lockRow(tx, PollEntity, { group, serviceOrderId })) ?? fresh;
      const askedAt = requestedAt(known, now);
      const dueAt = Math.max(now, known.polledAt + LEAST_GAP_MS);
      const again = { state: 'pending' as const, attempts: 0, askedAt, reason: null, dueAt };
      // A poll under way is left alone; but a page of the list that was asked for before must not count as one.
      await tx.update(PollEntity, { group, serviceOrderId }, known.leaseToken === null ? again : { askedAt });
    });
    this.requested.set(group, now + LEAST_GAP_MS);
    this.workers.wake('polling');
    return true;
  }
}

/** A declined order may be paid after all, and a paid one refunded: only when all is given back does nothing follow. */
const isFinished = ({ status }: PaymentOrderEntity): boolean => status === 'refunded';
