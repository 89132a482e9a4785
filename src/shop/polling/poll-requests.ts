import { Inject, Injectable } from '@nestjs/common';
import { insertOrIgnore, lockRow, type Transactions } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { OrdersRepository, type PaymentOrderEntity } from '../orders/index.js';
import { CLOCK, TRANSACTIONS } from '../core/index.js';
import { WorkerRegistry } from '../workers/index.js';
import { LEAST_GAP_MS, requestedAt, PollEntity } from '../poll-schedule/index.js';

/** Requests polls of orders. The caller does not wait: the poller reads, within the group's budget of calls. */
@Injectable()
export class PollRequests {
  /** For each group: the time by which all requested polls are due, epoch milliseconds. */
  private readonly requested = new Map<string, number>();

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly orders: OrdersRepository,
    private readonly workers: WorkerRegistry,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether a poll that this process requested in the group may be due. At the last such answer, all of them are due. */
  takeRequest(group: string): boolean {
    const dueBy = this.requested.get(group);
    if (dueBy !== undefined && dueBy <= this.clock.now()) this.requested.delete(group);
    return dueBy !== undefined;
  }

  /**
   * Brings forward the next poll of an order that is known and not finished; does nothing for any other. For any number of
   * requests, the service is read at most once in {@link LEAST_GAP_MS}.
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
      // A poll in progress is not changed; but a page of the list that was read before must not count as this poll.
      await tx.update(PollEntity, { group, serviceOrderId }, known.leaseToken === null ? again : { askedAt });
    });
    this.requested.set(group, now + LEAST_GAP_MS);
    this.workers.wake('polling');
    return true;
  }
}

/** A declined order may be paid after all, and a paid one refunded. Only after a full refund nothing follows. */
const isFinished = ({ status }: PaymentOrderEntity): boolean => status === 'refunded';
