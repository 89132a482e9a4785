import { Inject, Injectable, Logger } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import type { CreateOrderInput, Order } from '../../protocol/index.js';
import type { Clock } from '../../support/index.js';
import { PaymentsClient } from '../client/index.js';
import { TerminalGroups } from '../terminal-groups/index.js';
import { messages } from '../tillbridge.messages.js';
import { CLOCK } from '../tillbridge.tokens.js';
import { FailureTexts } from '../workers/index.js';
import type { AttemptEntity } from './attempt.entity.js';
import { Ledger } from './ledger.service.js';
import { paymentsOf } from './merge.summary.js';
import { OrderCreation } from './order-creation.service.js';
import { toOrderState } from './order-state.mapper.js';
import { toPaymentOrder, type PaymentOrder } from './order-view.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';
import { OrdersRepository } from './orders.repository.js';
import { Timeline, type TimelineEntry } from './timeline.service.js';

/** How long a return page waits for the service unless told otherwise: about as long as a shopper does. */
const PATIENCE_MS = 5_000;

/** What {@link OrdersService.settle} may be told. */
export interface SettleOptions {
  /** Name of the terminal group; needed only where several have an order of this id. */
  readonly group?: string;
  /** Longest wait for the service, in milliseconds; default 5,000. The read goes on, and its answer still counts. */
  readonly patienceMs?: number;
}

/** The orders of the shop, over all terminal groups. */
@Injectable()
export class OrdersService {
  private readonly logger = new Logger('Tillbridge:Orders');
  /** Reads under way, so that a page opened many times at once asks the service once. */
  private readonly reads = new Map<string, Promise<void>>();

  constructor(
    private readonly creation: OrderCreation,
    private readonly repository: OrdersRepository,
    private readonly client: PaymentsClient,
    private readonly ledger: Ledger,
    private readonly groups: TerminalGroups,
    private readonly entries: Timeline,
    private readonly texts: FailureTexts,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates an order at the service (spec §4.1) and answers where the shopper pays. Asked again with the same id and
   * amount it answers the same open payment page; when that has ended, or something else is asked for, the order gets a
   * new attempt under an id of its own at the service (`S1-2`), and the old one is closed. Nothing is created twice.
   *
   * @param group - name of the terminal group
   * @throws PaymentError `ORDER_INVALID` (every fault listed), `ORDER_CONFLICT`, `ORDER_ALREADY_PAID`,
   *   `ORDER_PAYMENT_PENDING`, `ORDER_BUSY`, `SERVICE_<code>`, `TIMEOUT`, `NETWORK`; after the last three the same call may simply be made again
   */
  create(group: string, input: CreateOrderInput): Promise<PaymentOrder> {
    return this.creation.create(group, input);
  }

  /**
   * The shop's own record of an order, by its own id or by that of one of its attempts; null when there is none. Makes
   * no call.
   */
  async find(orderId: string, options: { group?: string } = {}): Promise<PaymentOrder | null> {
    const row = await this.repository.find(orderId, options.group);
    return row && this.viewOf(row);
  }

  /**
   * Reads an order from the service (spec §4.2) by the id that it has there, without changing the shop's record of it.
   *
   * @throws PaymentError `SERVICE_1006` when the service knows no such order, `TIMEOUT`, `NETWORK`
   */
  fetch(orderId: string, options: { group: string }): Promise<Order> {
    return this.client.getOrder(this.groups.get(options.group), orderId);
  }

  /**
   * The id by which the service knows the attempt that counts: the one that paid the order, or else the newest. Refunds,
   * shipments and captures go there. The id itself for an order that the shop has no record of.
   */
  async serviceOrderId(orderId: string, options: { group: string }): Promise<string> {
    const row = await this.repository.find(orderId, options.group);
    if (!row) return orderId;
    const number = paymentsOf(toOrderState(row))[0]?.attempt ?? row.attempt;
    return (await this.repository.attemptOf({ ...row, attempt: number })).serviceOrderId;
  }

  /**
   * For the page the shopper returns to (spec §6, Delay): asks the service once unless the order is already paid, and
   * answers what is known then. While the service cannot be asked, or has not answered in time, the order simply stays
   * as it is: "being confirmed", never "failed".
   *
   * @param orderId - the order's own id, or the `transactionid` with which the service sends the shopper back
   *
   * @throws PaymentError `ORDER_UNKNOWN`, `ORDER_AMBIGUOUS`
   */
  async settle(orderId: string, options: SettleOptions = {}): Promise<PaymentOrder> {
    const row = await this.repository.get(orderId, options.group);
    if (row.paidAt === null) await atMost(options.patienceMs ?? PATIENCE_MS, this.readAttempts(row, orderId));
    return this.viewOf(await this.repository.get(row.orderId, row.group));
  }

  /** Everything that happened to an order, oldest first. Empty for an unknown one. */
  async timeline(orderId: string, options: { group?: string } = {}): Promise<TimelineEntry[]> {
    const row = await this.repository.find(orderId, options.group);
    return row ? this.entries.of(row) : [];
  }

  private async viewOf(row: PaymentOrderEntity): Promise<PaymentOrder> {
    return toPaymentOrder(row, await this.repository.attemptOf(row));
  }

  /** The newest attempt, and the one that the shopper returns from, which may be an older one. */
  private async readAttempts(row: PaymentOrderEntity, named: string): Promise<void> {
    const attempts = await this.repository.attemptsOf(row);
    const meant = attempts.filter(({ number, serviceOrderId }) => number === row.attempt || serviceOrderId === named);
    await Promise.all(meant.map((attempt) => this.readOnce(attempt)));
  }

  private readOnce(attempt: AttemptEntity): Promise<void> {
    const key = JSON.stringify([attempt.group, attempt.serviceOrderId]);
    const running = this.reads.get(key);
    if (running) return running;
    const read = this.read(attempt).finally(() => this.reads.delete(key));
    this.reads.set(key, read);
    return read;
  }

  /** Never fails: nobody may be waiting for it any more, and the page is told what is known either way. */
  private async read(attempt: AttemptEntity): Promise<void> {
    const { group, serviceOrderId: orderId } = attempt;
    try {
      const readAt = this.clock.now();
      const order = await this.client.getOrder(this.groups.get(group), orderId, { priority: 'return' });
      await this.creation.goOn(attempt, order);
      await this.ledger.observe({ group, orderId, source: 'return', order, readAt });
    } catch (error) {
      this.logger.warn(messages.returnNotSettled(attempt.orderId, this.texts.of(error)));
    }
  }
}

/** Waits for something, but only so long; it goes on by itself afterwards. */
async function atMost(limitMs: number, work: Promise<void>): Promise<void> {
  const isOver = new AbortController();
  const limit = pause(limitMs, undefined, { ref: false, signal: isOver.signal }).catch(() => undefined);
  await Promise.race([work, limit]);
  isOver.abort();
}
