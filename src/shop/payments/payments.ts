import { Inject, Injectable } from '@nestjs/common';
import type { CreateOrderInput, Order } from '../../protocol/index.js';
import { PaymentsClient } from '../client/index.js';
import { GroupAccounts, type GroupAccount } from './group-accounts.js';
import { TillbridgeEffects } from '../effects/index.js';
import { orderChanges, type OrderChanges } from './group-order-changes.js';
import type { OperatorDecision } from '../decisions/index.js';
import {
  TillbridgeNotifications,
  type OrderErasure,
  type TimelineEntry,
  Reconciliation,
  type ReconcileRequest,
  type ReconcileWindow,
  type ReconciliationReport,
} from '../admin/index.js';
import type { CreatedPaymentOrder, PaymentOrder, SettlementBound } from '../orders/index.js';
import { PaymentOrders } from './payment-orders.js';
import { TillbridgePolling } from '../polling/index.js';
import { groupRefunds, type GroupRefunds } from './group-refunds.js';
import { RefundsService } from '../refunds/index.js';
import { TillbridgeRetention } from '../retention/index.js';
import { TerminalGroups, type GroupName, PAYMENTS } from '../core/index.js';

/** The orders of one terminal group. */
export interface GroupOrders extends OrderChanges {
  /**
   * Creates an order and answers where the shopper pays (spec §4.1). Asked again with the same id and amount, the same
   * open payment page is answered; when that has ended, or another amount is asked for, a new attempt's.
   *
   * @throws PaymentError `ORDER_INVALID` (every fault listed), `ORDER_CONFLICT`, `ORDER_ALREADY_PAID`,
   *   `ORDER_PAYMENT_PENDING`, `ORDER_BUSY`, `ORDER_IN_TRANSACTION` (SQLite), `SERVICE_<code>`, `TIMEOUT`, `NETWORK`
   */
  create(input: CreateOrderInput): Promise<CreatedPaymentOrder>;
  /** Reads the order, as it was paid or is to be, from the service (spec §4.2) without changing the shop's record. */
  get(orderId: string): Promise<Order>;
  /** The shop's own record; makes no call. */
  find(orderId: string): Promise<PaymentOrder | null>;
  /** For the page the shopper returns to: one get-order unless the order is paid; waits at most `patienceMs` (5,000). */
  settle(orderId: string, options?: { patienceMs?: number; leastGapMs?: number }): Promise<PaymentOrder>;
  /** By when a payment is known at the latest, without a single notification; null when none is waited for. */
  settlesWithin(orderId: string): Promise<SettlementBound | null>;
  /** Everything that happened to the order, oldest first. */
  timeline(orderId: string): Promise<TimelineEntry[]>;
  /** Reads every attempt of the order from the service now; who and why is recorded. @throws PaymentError as the read */
  sync(orderId: string, decision: OperatorDecision): Promise<PaymentOrder>;
  /** Clears `attention`: somebody has seen to it. */
  acknowledge(orderId: string, decision: OperatorDecision): Promise<PaymentOrder>;
  /** Erases the order's personal data now; amounts, statuses and keys stay. */
  erase(orderId: string, decision: OperatorDecision): Promise<OrderErasure>;
}

/** Everything that one terminal group can do. */
export interface GroupPayments extends GroupAccount {
  readonly orders: GroupOrders;
  /** Compares the list of transactions with the orders of this group. See {@link Payments.reconcile}. */
  reconcile(window: ReconcileWindow): Promise<ReconciliationReport>;
  /** Gives money back, never twice. */
  readonly refunds: GroupRefunds;
}

/**
 * What a shop works with: the orders of each terminal group, and of all of them.
 *
 * @example
 * ```ts
 * import { Injectable } from '@nestjs/common';
 * import { Money, Payments } from 'tillbridge';
 *
 * @Injectable()
 * class Checkout {
 *   constructor(private readonly payments: Payments) {}
 *
 *   async pay(orderId: string): Promise<string | null> {
 *     const order = await this.payments.group('web').orders.create({
 *       orderId,
 *       amount: Money.of('12.50', 'EUR'),
 *       description: 'Two mugs',
 *       redirectUrl: 'https://shop.example/return',
 *     });
 *     return order.paymentUrl;
 *   }
 * }
 * ```
 */
@Injectable()
export class Payments {
  constructor(
    /** Orders of every terminal group; name the group where an id exists in several. */
    readonly orders: PaymentOrders,
    private readonly groups: TerminalGroups,
    private readonly accounts: GroupAccounts,
    /** After-commit effects that were given up: look at them, replay or discard them. */
    readonly effects: TillbridgeEffects,
    /** Notifications as they were received: list them, have them applied once more. */
    readonly notifications: TillbridgeNotifications,
    /** Erases personal data whose time is up. */
    readonly retention: TillbridgeRetention,
    /** Looks at orders when no notification tells of them. */
    readonly polling: TillbridgePolling,
    /** Refunds of every terminal group: asked for, watched, called off, decided on. */
    readonly refunds: RefundsService,
    private readonly client: PaymentsClient,
    private readonly reconciliation: Reconciliation,
  ) {}

  /**
   * Compares the service's list of transactions with the shop's orders, a page at a time: paid there and open here,
   * unknown here, refunded by other means, other amounts, known here and absent there. Each order that differs is read,
   * and what is read goes the same way as a notification; who asked, and why, stands in its timeline.
   *
   * @throws PaymentError `RECONCILE_INVALID` (every fault listed), `GROUP_UNKNOWN`, and as `transactions.list` does
   * @example
   * ```ts
   * const day = { from: Date.UTC(2026, 0, 31), to: Date.UTC(2026, 1, 1) };
   * const report = await payments.reconcile({ group: 'web', ...day, dryRun: true, by: 'ann', why: 'month end' });
   * console.log(reconciliationTable(report));
   * ```
   */
  reconcile(request: ReconcileRequest): Promise<ReconciliationReport> {
    return this.reconciliation.reconcile(request);
  }

  /** One terminal group. @throws PaymentError `GROUP_UNKNOWN` naming the groups there are */
  group(name: GroupName): GroupPayments {
    const terminalGroup = this.groups.get(name);
    const { name: group } = terminalGroup;
    const { orders } = this;
    const idOf = (orderId: string): Promise<string> => orders.serviceOrderId(orderId, { group });
    const letGoOf = (orderId: string): Promise<string> => orders.letGo(orderId, { group });
    return {
      ...this.accounts.of(terminalGroup),
      reconcile: (window) => this.reconcile({ ...window, group }),
      refunds: groupRefunds(this.refunds, group),
      orders: {
        ...orderChanges(this.client, terminalGroup, { idOf, letGoOf }),
        create: (input) => orders.create(group, input),
        get: async (orderId) => orders.fetch(await idOf(orderId), { group }),
        find: (orderId) => orders.find(orderId, { group }),
        settle: (orderId, options) => orders.settle(orderId, { ...options, group }),
        settlesWithin: (orderId) => orders.settlesWithin(orderId, { group }),
        timeline: (orderId) => orders.timeline(orderId, { group }),
        sync: (orderId, decision) => orders.sync(orderId, { ...decision, group }),
        acknowledge: (orderId, decision) => orders.acknowledge(orderId, { ...decision, group }),
        erase: (orderId, decision) => orders.erase(orderId, { ...decision, group }),
      },
    };
  }
}

/**
 * Injects {@link Payments} by token: works also where one process loads the package both as ESM and as CJS.
 *
 * @example
 * ```ts
 * class Checkout {
 *   constructor(@InjectPayments() private readonly payments: Payments) {}
 * }
 * ```
 */
export const InjectPayments = (): ParameterDecorator & PropertyDecorator => Inject(PAYMENTS);
