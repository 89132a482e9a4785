import { Injectable } from '@nestjs/common';
import { NotificationSender } from '../../notifications/index.js';
import { OrderFinder } from '../../orders/index.js';
import { Refunds } from '../../payments/index.js';

/** Refunds in the service's dashboard while a shop works (fault `foreign-refund`). */
@Injectable()
export class ForeignRefunds {
  constructor(
    private readonly finder: OrderFinder,
    private readonly refunds: Refunds,
    private readonly sender: NotificationSender,
  ) {}

  /**
   * Books a refund, if the order can be refunded at all. The notification to the shop is not awaited, because the shop
   * may be waiting for the call that follows this refund.
   *
   * @param amount minor units; default: half of what is left, at least 1.
   */
  async book(group: string, orderId: string, amount: number | undefined): Promise<void> {
    const order = await this.finder.find(group, orderId);
    if (order === null) return;
    const half = Math.max(1, Math.floor((order.amount - order.amountRefunded) / 2));
    const request = { amount: amount ?? half, description: null, refundOrderId: null, variables: {} };
    const outcome = await this.refunds.book(order.id, request, 'dashboard');
    if (outcome.ok) this.sender.sendSoon(outcome.ticket);
  }
}
