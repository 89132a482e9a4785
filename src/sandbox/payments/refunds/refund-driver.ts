import { Injectable } from '@nestjs/common';
import { NotificationSender } from '../../notifications/index.js';
import { OrderDriver } from '../outcomes/order-driver.js';
import { SandboxError } from '../../core/index.js';
import type { SandboxTryChoice } from '../sandbox.types.js';
import { Refunds } from './refunds.js';
import type { SandboxRefund } from './refund.types.js';

/** A person's refund in the merchant's dashboard: only the notification reports it to the shop. */
export interface SandboxRefundChoice extends SandboxTryChoice {
  /** Minor units. Default: all that is left. */
  amount?: number;
  description?: string;
}

/** Refunds in the dashboard, for the library functions. */
@Injectable()
export class RefundDriver {
  constructor(
    private readonly driver: OrderDriver,
    private readonly refunds: Refunds,
    private readonly sender: NotificationSender,
  ) {}

  /**
   * Books a refund, and resolves after the first notification to the shop.
   *
   * @throws SandboxError `ORDER_UNKNOWN`, `REFUND_IMPOSSIBLE`
   */
  async refund(orderId: string, choice: SandboxRefundChoice): Promise<SandboxRefund> {
    const order = await this.driver.find(orderId, choice);
    const { amount = null, description = null } = choice;
    if (amount !== null && (!Number.isSafeInteger(amount) || amount < 1))
      throw impossible(orderId, 'the amount is none');
    const transactionKey = await this.driver.tryOf(order, choice.transactionId);
    const request = { amount, description, refundOrderId: null, variables: {}, transactionKey };
    const outcome = await this.refunds.book(order.id, request, 'dashboard');
    if (!outcome.ok) throw impossible(orderId, outcome.fault.detail ?? 'the service refuses');
    await this.sender.sendNow(outcome.ticket);
    const { refund } = outcome;
    return { orderId: refund.orderId, refundId: refund.transactionId, amount: refund.amount, status: refund.status };
  }
}

function impossible(orderId: string, detail: string): SandboxError {
  const advice = 'Look at the order with Sandbox.order(): its status, amount and amountRefunded.';
  return new SandboxError('REFUND_IMPOSSIBLE', `The order "${orderId}" cannot be refunded: ${detail}.`, { advice });
}
