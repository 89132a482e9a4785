import { Inject, Injectable } from '@nestjs/common';
import {
  Reconciliation,
  TillbridgeNotifications,
  type ReconcileRequest,
  type ReconciliationReport,
} from '../admin/index.js';
import { TerminalGroups, type GroupName, PAYMENTS } from '../core/index.js';
import { TillbridgeEffects } from '../effects/index.js';
import { TillbridgePolling } from '../polling/index.js';
import { RefundsService } from '../refunds/index.js';
import { TillbridgeRetention } from '../retention/index.js';
import { GroupBindingService } from './group-binding.service.js';
import type { GroupPayments } from './group-payments.js';
import { PaymentOrders } from './payment-orders.js';

/**
 * The shop's entry to the package: the orders of each terminal group, and of all of them.
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
    /** The known terminal groups, and how others are found or forgotten. */
    readonly groups: TerminalGroups,
    /** Failed after-commit effects: read, replay or discard them. */
    readonly effects: TillbridgeEffects,
    /** Notifications as they were received: list them, or have them applied again. */
    readonly notifications: TillbridgeNotifications,
    /** Erases personal data whose time has ended. */
    readonly retention: TillbridgeRetention,
    /** Polls orders when no notification arrives. */
    readonly polling: TillbridgePolling,
    /** Refunds of every terminal group: requested, read, cancelled, decided on. */
    readonly refunds: RefundsService,
    private readonly reconciliation: Reconciliation,
    private readonly binding: GroupBindingService,
  ) {}

  /**
   * Compares the service's list of transactions with the shop's orders, a page at a time. It finds orders that are paid there
   * and open here, unknown here, refunded by other means, of another amount, or absent there. Each order that differs is
   * read, and the answer is applied like a notification; the timeline shows who asked for it, and why.
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

  /**
   * One terminal group. For a group that only the option `resolveGroup` may know, the first call looks it up, and throws
   * `GROUP_UNKNOWN`, `GROUP_UNRESOLVED` or `OPTIONS_INVALID` when it cannot be had.
   *
   * @throws PaymentError `GROUP_UNKNOWN` naming the groups there are
   */
  group(name: GroupName): GroupPayments {
    if (!this.groups.mayResolve(name)) this.groups.get(name);
    return this.binding.of(name);
  }
}

/**
 * Injects {@link Payments} by its token: this also works where one process loads the package both as ESM and as CJS.
 *
 * @example
 * ```ts
 * class Checkout {
 *   constructor(@InjectPayments() private readonly payments: Payments) {}
 * }
 * ```
 */
export const InjectPayments = (): ParameterDecorator & PropertyDecorator => Inject(PAYMENTS);
