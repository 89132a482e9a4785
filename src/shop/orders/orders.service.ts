import { Inject, Injectable } from '@nestjs/common';
import type { Order } from '../../protocol/index.js';
import { PaymentsClient } from '../client/index.js';
import { checkedOptions, checkTexts, TerminalGroups, CLOCK } from '../core/index.js';
import { isName, type Clock } from '../../support/index.js';
import { PollScheduleRepository } from '../poll-schedule/index.js';
import { paymentsOf } from './merge/merge.summary.js';
import type { CreatePaymentOrderInput } from './creation/create-payment-order.dto.js';
import { OrderCreation } from './creation/order-creation.js';
import type { AttemptEntity } from './entities/attempt.entity.js';
import { toOrderState } from './ledger/order-state.mapper.js';
import { toPaymentOrder, type CreatedPaymentOrder, type PaymentOrder } from './order-view.js';
import { orderUnknown } from './orders.errors.js';
import { attemptOf, newestAttempt, OrdersRepository, type OrderRecord } from './orders.repository.js';
import { ReturnRefreshService } from './return-refresh.service.js';

/** How long a return page waits for the service by default: about as long as a shopper waits. */
const PATIENCE_MS = 5_000;

/** Most orders returned for one reference. */
const MOST_BY_REFERENCE = 100;

/** The time by which a payment of an order is known, even if no notification ever arrives. */
export interface SettlementBound {
  /** Epoch milliseconds (UTC). */
  readonly at: number;
  /** The time from now until then, in milliseconds; 0 when the poll is due already. */
  readonly withinMs: number;
}

/** Options of {@link OrdersService.settle}. */
export interface SettleOptions {
  /**
   * True when the id is the `transactionid` with which the service has sent the shopper back. It matters if one order's own
   * id equals the id of another order's attempt at the service (`S1-2`). Default: an order's own id comes first.
   */
  readonly byServiceId?: boolean;
  /** Name of the terminal group; needed only where several have an order of this id. */
  readonly group?: string;
  /** Longest wait for the service, in milliseconds; default 5,000. The read continues, and its answer still counts. */
  readonly patienceMs?: number;
  /**
   * Least time between two reads, in milliseconds and for each process; default 0. A page that anyone can reload should set
   * 2,000 or more.
   */
  readonly leastGapMs?: number;
}

/**
 * The orders of the shop, over all terminal groups: `payments.orders`.
 *
 * @example
 * ```ts
 * const paid = await payments.orders.find('S10042');
 * if (paid === null) throw new Error('no such order');
 * console.log(paid.status);
 * ```
 */
@Injectable()
export class OrdersService {
  constructor(
    private readonly creation: OrderCreation,
    protected readonly repository: OrdersRepository,
    private readonly client: PaymentsClient,
    private readonly reads: ReturnRefreshService,
    private readonly groups: TerminalGroups,
    private readonly polls: PollScheduleRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates an order at the service (spec §4.1) and returns its payment page. A repeat with the same id and amount returns
   * the same open page. When that page has ended, or the terms differ, the order gets a new attempt with its own id at the
   * service (`S1-2`), and the old attempt is closed. Nothing is created twice.
   *
   * @param group - name of the terminal group
   * @throws PaymentError `ORDER_INVALID` (every fault listed), `ORDER_CONFLICT`, `ORDER_ALREADY_PAID`,
   *   `ORDER_PAYMENT_PENDING`, `ORDER_IN_TRANSACTION`, `ORDER_BUSY`, `ORDER_PAGE_LOST`, `SERVICE_<code>`, `TIMEOUT`,
   *   `NETWORK`; after the last five the same call may simply be made again
   */
  create(group: string, input: CreatePaymentOrderInput): Promise<CreatedPaymentOrder> {
    return this.creation.create(group, input);
  }

  /**
   * The shop's own record of an order, by its own id or by that of one of its attempts; null when there is none. Makes no
   * call.
   *
   * @throws PaymentError `FILTER_INVALID` for an id that is not text, `ORDER_AMBIGUOUS`
   */
  async find(orderId: string, options?: { group?: string }): Promise<PaymentOrder | null> {
    checkTexts({ orderId });
    const record = await this.repository.find(orderId, checkedOptions(options).group);
    return record && viewOf(record);
  }

  /**
   * The orders with this reference of the shop (`reference` of their create), compared exactly: the newest first, a hundred
   * at most. Makes no call.
   *
   * @example
   * ```ts
   * const [newest] = await payments.orders.findByReference('PO-2044');
   * console.log(newest?.orderId, newest?.paid);
   * ```
   */
  async findByReference(reference: string, options?: { group?: string }): Promise<PaymentOrder[]> {
    checkTexts({ reference });
    const wanted = { group: checkedOptions(options).group, limit: MOST_BY_REFERENCE };
    return (await this.repository.findByReference(reference, wanted)).map(viewOf);
  }

  /**
   * Reads an order from the service (spec §4.2) by its id there, without changing the shop's record.
   *
   * @throws PaymentError `SERVICE_1006` when the service knows no such order, `TIMEOUT`, `NETWORK`
   */
  async fetch(orderId: string, options: { group: string }): Promise<Order> {
    const { group } = checkedOptions(options);
    return this.client.getOrder(await this.groups.resolve(group!), orderId);
  }

  /**
   * The id at the service of the attempt that counts: the one that paid the order, or else the newest. Refunds, shipments and
   * captures use it. For an order that the shop does not know, the given id itself.
   *
   * @throws PaymentError `ORDER_UNKNOWN` for a value that is not text, `ORDER_AMBIGUOUS`
   */
  async serviceOrderId(orderId: string, options: { group: string }): Promise<string> {
    const { group } = checkedOptions(options);
    const record = await this.repository.find(orderId, group);
    if (!record && !isName(orderId)) throw orderUnknown({ orderId, group });
    return record ? countingAttempt(record).serviceOrderId : orderId;
  }

  /**
   * As {@link serviceOrderId}, for a call that reads or changes the order there. Where the service has not acknowledged the
   * attempt, its id may be that of another customer's much older order, which is read first.
   *
   * @throws PaymentError `ORDER_CONFLICT` for such an order; `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async ownServiceOrderId(orderId: string, options: { group: string }): Promise<string> {
    const record = await this.repository.find(orderId, checkedOptions(options).group);
    if (!record) return this.serviceOrderId(orderId, options);
    const attempt = countingAttempt(record);
    await this.creation.assertOwn(record.order, attempt);
    return attempt.serviceOrderId;
  }

  /**
   * Asks the service to end the attempt that counts. First it is stored that the shop gives it up, so that a void payment
   * afterwards needs no attention, unless the service has refused.
   *
   * @param ask - gets the id of the attempt at the service
   * @throws PaymentError as {@link ownServiceOrderId}
   */
  async letGo<T>(
    orderId: string,
    { group }: { group: string },
    ask: (serviceOrderId: string) => Promise<T>,
  ): Promise<T> {
    const serviceOrderId = await this.ownServiceOrderId(orderId, { group });
    return this.creation.letGo({ group, serviceOrderId }, () => ask(serviceOrderId));
  }

  /**
   * For the page to which the shopper returns (spec §6, Delay): reads the order once, unless it is already paid, and returns
   * what is known then. While the service cannot be read, or does not answer in time, the order stays as it is: "being
   * confirmed", never "failed".
   *
   * @param orderId - the order's own id, or the `transactionid` with which the service sends the shopper back
   *
   * @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async settle(orderId: string, options?: SettleOptions): Promise<PaymentOrder> {
    const { patienceMs = PATIENCE_MS, leastGapMs = 0, byServiceId = false, group } = checkedOptions(options);
    const meant = byServiceId ? await this.repository.findByServiceId(orderId, group) : null;
    const record = meant ?? (await this.repository.get(orderId, group));
    if (record.order.paidAt !== null) return viewOf(record);
    await this.reads.read(record, { named: orderId, patienceMs, leastGapMs });
    return this.viewAgain(record);
  }

  /**
   * The time by which a payment of the order is known, even if no notification arrives: its next poll, plus the time that a
   * worker may lose (docs/runbook.md). It assumes that a process with workers runs and the service answers.
   *
   * @returns null when no payment is expected: the order is paid, or has ended
   * @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async settlesWithin(orderId: string, options?: { group?: string }): Promise<SettlementBound | null> {
    const { order, attempts } = await this.repository.get(orderId, checkedOptions(options).group);
    if (order.paidAt !== null) return null;
    await this.groups.resolve(order.group);
    // The latest of its attempts counts: money may come by any of them.
    const ids = attempts.map(({ serviceOrderId }) => serviceOrderId);
    const at = await this.polls.polledBy(order.group, ids);
    return at === null ? null : { at, withinMs: at - this.clock.now() };
  }

  /** An order as the shop sees it, after a change. */
  protected async viewAgain({ order: { orderId, group } }: OrderRecord): Promise<PaymentOrder> {
    return viewOf(await this.repository.get(orderId, group));
  }
}

/** The attempt that paid, or else the newest. Never another one than was paid: what is captured or given back goes there. */
const countingAttempt = (record: OrderRecord): AttemptEntity =>
  attemptOf(record, paymentsOf(toOrderState(record.order))[0]?.attempt ?? record.order.attempt);

/** An order as the shop sees it. */
const viewOf = (record: OrderRecord): PaymentOrder => toPaymentOrder(record.order, newestAttempt(record));
