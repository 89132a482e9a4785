import { Inject, Injectable } from '@nestjs/common';
import { checkedDecision, type OperatorDecision } from '../decisions/index.js';
import { OrderAdminService, Timeline, type OrderErasure, type TimelineEntry } from '../admin/index.js';
import { OrdersService, type PaymentOrder } from '../orders/index.js';

/** Who does something with an order by hand, why, and with which one. */
export interface OrderDecision extends OperatorDecision {
  /** Name of the terminal group; needed only where several have an order of this id. */
  readonly group?: string;
}

/** Who has seen to what an order needs attention for, why, and what that was. */
export interface OrderAcknowledgement extends OrderDecision {
  /** {@link PaymentOrder.attention} as it was seen; without it whatever comes first now is cleared, seen or not. */
  readonly attention?: string | null;
}

/**
 * The orders of the shop, over all terminal groups, with what people do with them by hand: `payments.orders`.
 *
 * @example
 * ```ts
 * const paid = await payments.orders.find('S10042');
 * if (paid === null) throw new Error('no such order');
 * for (const { at, kind } of await payments.orders.timeline('S10042')) console.log(at, kind);
 * ```
 */
@Injectable()
export class PaymentOrders extends OrdersService {
  @Inject(Timeline)
  private readonly entries: Timeline;

  @Inject(OrderAdminService)
  private readonly admin: OrderAdminService;

  /** Everything that happened to an order, oldest first. Empty for an unknown one. */
  async timeline(orderId: string, options?: { group?: string }): Promise<TimelineEntry[]> {
    const record = await this.repository.find(orderId, options?.group);
    return record ? this.entries.of(record.order, record.attempts) : [];
  }

  /**
   * Reads the order from the service now, every attempt of it, and takes the answers to the ledger as any other read.
   * Safe to repeat: what is known is not done again.
   *
   * @throws PaymentError `DECISION_INVALID`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  async sync(orderId: string, given: OrderDecision): Promise<PaymentOrder> {
    const { group, ...decision } = checkedDecision(given);
    const record = await this.repository.get(orderId, group);
    await this.admin.sync(record.order, decision);
    return this.viewAgain(record);
  }

  /**
   * Notes that somebody has seen to what `attention` says, and clears it. What else the order needs attention for comes next, the
   * worst first; should the same happen again, it says so again.
   *
   * @throws PaymentError `DECISION_INVALID`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`; `ATTENTION_CHANGED` when it says something
   *   else by now than was seen, and nothing is cleared then
   */
  async acknowledge(orderId: string, given: OrderAcknowledgement): Promise<PaymentOrder> {
    const { group, attention, ...decision } = checkedDecision(given);
    const record = await this.repository.get(orderId, group);
    await this.admin.acknowledge(record.order, decision, attention);
    return this.viewAgain(record);
  }

  /**
   * Erases the personal data of an order now: its description, payment pages and notifications' contents. Amounts,
   * statuses, what happened when, and the keys by which a repeat is recognised stay, so nothing is done twice.
   *
   * @throws PaymentError `DECISION_INVALID`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async erase(orderId: string, given: OrderDecision): Promise<OrderErasure> {
    const { group, ...decision } = checkedDecision(given);
    const { order } = await this.repository.get(orderId, group);
    return this.admin.erase(order, decision);
  }
}
