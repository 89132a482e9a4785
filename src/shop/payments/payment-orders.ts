import { Inject, Injectable } from '@nestjs/common';
import { checkedOptions, checkTexts } from '../core/index.js';
import { checkedDecision, type OperatorDecision } from '../decisions/index.js';
import { OrderAdminService, Timeline, type OrderErasure, type TimelineEntry } from '../admin/index.js';
import { OrdersService, type PaymentOrder } from '../orders/index.js';

/** Who decides something about an order by hand, why, and about which order. */
export interface OrderDecision extends OperatorDecision {
  /** Name of the terminal group; needed only where several have an order of this id. */
  readonly group?: string;
}

/** Who has dealt with an order's `attention`, why, and which one. */
export interface OrderAcknowledgement extends OrderDecision {
  /** {@link PaymentOrder.attention} as the person saw it; without it the first one is cleared, seen or not. */
  readonly attention?: string | null;
}

/**
 * The orders of the shop, over all terminal groups, with the actions that staff take by hand: `payments.orders`.
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
    checkTexts({ orderId });
    const record = await this.repository.find(orderId, checkedOptions(options).group);
    return record ? this.entries.of(record.order, record.attempts) : [];
  }

  /**
   * Reads every attempt of the order from the service now, and passes the answers to the ledger like any other read. Safe to
   * repeat: known facts are not applied again.
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
   * Records that staff has dealt with the `attention`, and clears it. The next reason follows, the most serious first. If the
   * same happens again, `attention` shows it again.
   *
   * @throws PaymentError `DECISION_INVALID`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`; `ATTENTION_CHANGED` when `attention` has
   *   changed since the person saw it, and nothing is cleared then
   */
  async acknowledge(orderId: string, given: OrderAcknowledgement): Promise<PaymentOrder> {
    const { group, attention, ...decision } = checkedDecision(given);
    const record = await this.repository.get(orderId, group);
    await this.admin.acknowledge(record.order, decision, attention);
    return this.viewAgain(record);
  }

  /**
   * Erases the personal data of an order now: its description, payment pages and the contents of its notifications. Amounts,
   * statuses, times, and the keys that identify a repeat stay, so that nothing is done twice.
   *
   * @throws PaymentError `DECISION_INVALID`, `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async erase(orderId: string, given: OrderDecision): Promise<OrderErasure> {
    const { group, ...decision } = checkedDecision(given);
    const { order } = await this.repository.get(orderId, group);
    return this.admin.erase(order, decision);
  }
}
