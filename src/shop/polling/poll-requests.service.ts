import { Inject, Injectable } from '@nestjs/common';
import { insertOrIgnore, type Transactions } from '../../database/engine/index.js';
import { createId, type Clock } from '../../support/index.js';
import { OrdersRepository, type PaymentOrderEntity } from '../orders/index.js';
import { CLOCK, TRANSACTIONS } from '../tillbridge.tokens.js';
import { PollEntity } from './poll.entity.js';

/** Two looks at one order that strangers may ask for are at least this far apart, in milliseconds (design §6). */
export const LEAST_GAP_MS = 10_000;

/** Asks for looks at orders. Whoever asks does not wait: the poller reads, within the group's budget of calls. */
@Injectable()
export class PollRequests {
  private onRequested: () => void = () => {};

  constructor(
    @Inject(TRANSACTIONS) private readonly transactions: Transactions,
    private readonly orders: OrdersRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Who is to be woken when a look was asked for. */
  whenRequested(listener: () => void): void {
    this.onRequested = listener;
  }

  /**
   * Brings forward the next look at an order that is known and not finished; nothing happens for any other. However
   * often it is asked for, the service is asked at most once in {@link LEAST_GAP_MS}.
   *
   * @param serviceOrderId - the `order_id` at the service
   * @returns whether there is such an order
   */
  async bringForward(group: string, serviceOrderId: string): Promise<boolean> {
    const attempt = await this.orders.findAttempt(serviceOrderId, group);
    const order = attempt && (await this.orders.find(attempt.orderId, group));
    if (!order || isFinished(order)) return false;
    await this.transactions.run(async (tx) => {
      const row = { id: createId(this.clock), group, serviceOrderId, state: 'pending' as const, attempts: 0 };
      const fresh = {
        ...row,
        dueAt: this.clock.now(),
        leaseToken: null,
        leaseUntil: null,
        lastError: null,
        polledAt: 0,
      };
      await insertOrIgnore(tx, PollEntity, [fresh], ['group', 'serviceOrderId']);
      // One that is pending stays as it is: whoever asked before has seen to it.
      const again = { state: 'pending' as const, attempts: 0, dueAt: () => `polled_at + ${LEAST_GAP_MS}` };
      await tx.update(PollEntity, { group, serviceOrderId, state: 'done' }, again);
    });
    this.onRequested();
    return true;
  }
}

/** A declined order may be paid after all, and a paid one refunded: only when all is given back does nothing follow. */
const isFinished = ({ status }: PaymentOrderEntity): boolean => status === 'refunded';
