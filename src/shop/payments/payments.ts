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
    /** The terminal groups that are known, and how others are found or forgotten. */
    readonly groups: TerminalGroups,
    /** After-commit effects that were given up: look at them, replay or discard them. */
    readonly effects: TillbridgeEffects,
    /** Notifications as they were received: list them, have them applied once more. */
    readonly notifications: TillbridgeNotifications,
    /** Erases personal data whose time is up. */
    readonly retention: TillbridgeRetention,
    /** Looks at orders when no notification tells of them. */
    readonly polling: TillbridgePolling,
    /** Refunds of every terminal group: asked for, watched, cancelled, decided on. */
    readonly refunds: RefundsService,
    private readonly reconciliation: Reconciliation,
    private readonly binding: GroupBindingService,
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

  /**
   * One terminal group. One that only the option `resolveGroup` may know is asked for with the first call, and that call throws
   * `GROUP_UNKNOWN`, `GROUP_UNRESOLVED` or `OPTIONS_INVALID` where there is none to be had.
   *
   * @throws PaymentError `GROUP_UNKNOWN` naming the groups there are
   */
  group(name: GroupName): GroupPayments {
    if (!this.groups.mayResolve(name)) this.groups.get(name);
    return this.binding.of(name);
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
