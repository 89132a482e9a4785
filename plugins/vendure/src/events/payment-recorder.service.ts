import { Injectable } from '@nestjs/common';
import {
  isGraphQlErrorResult,
  Order,
  OrderService,
  Payment,
  TransactionalConnection,
  type ErrorResult,
  type RequestContext,
} from '@vendure/core';
import { QueryFailedError } from 'typeorm';
import { coveredBy } from '../money/covered';
import { withIntent, type KnownPayment } from '../payment-method/known-payment';
import { isOf } from '../payment-method/payment-link';
import { openOrder, otherCurrencyText } from '../payment-method/open-order';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { AdditionalPayments } from './additional-payments.service';
import type { AttentionCode } from './history';
import { reasonOf, refusalText } from './refusal.labels';

/** The result of a payment in Vendure. */
export type Recorded =
  | { readonly outcome: 'recorded' | 'known' }
  | { readonly outcome: 'attention'; readonly code: AttentionCode; readonly reason: string | null };

/** Rolls back what was done for a payment that Vendure refuses. */
class PaymentRefused extends Error {
  constructor(readonly result: ErrorResult) {
    super(reasonOf(result));
  }
}

/** Vendure's error when it has taken a coupon from an order instead of a payment. */
const COUPON_REMOVED = 'CouponRemovedDuringCheckoutError';

/** States in which a payment may have something to change. */
const OPEN_STATES: ReadonlySet<string> = new Set([
  'ArrangingPayment',
  'ArrangingAdditionalPayment',
  'PaymentAuthorized',
]);

/** Makes Vendure's payments from what the module knows. */
@Injectable()
export class PaymentRecorder {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
    private readonly additional: AdditionalPayments,
  ) {}

  /**
   * Records a payment, once. A refusal of Vendure is an outcome: the attempt is rolled back, and the order needs
   * attention. Failures of the database are thrown, so that the module tries again.
   */
  async record(ctx: RequestContext, record: TillbridgePaymentRecord, payment: KnownPayment): Promise<Recorded> {
    const known = await this.paymentOf(ctx, record, payment);
    if (known) return this.settleKnown(ctx, record, known, payment);
    const order = await this.connection.getRepository(ctx, Order).findOne({ where: { id: record.orderId } });
    if (!order) return attention('not_recorded', 'The order is gone.');
    if (order.state === 'Cancelled') return attention('paid_after_cancel', null);
    try {
      return await this.connection.withTransaction(ctx, (inner) => this.add(inner, record, payment));
    } catch (error) {
      if (error instanceof QueryFailedError) throw error;
      return attention(await this.codeOf(ctx, record), error instanceof Error ? error.message : String(error));
    }
  }

  private async add(ctx: RequestContext, record: TillbridgePaymentRecord, payment: KnownPayment): Promise<Recorded> {
    const { payments, currency } = await openOrder(this.connection, ctx, record.orderId);
    const known = payments.find((each) => isOf(each, payment));
    if (known) return this.settleKnown(ctx, record, known, payment);
    if (payment.currency !== currency) throw new Error(otherCurrencyText(payment.currency, currency));
    const order = await this.orders.findOne(ctx, record.orderId, ['lines']);
    if (order?.state === 'AddingItems') {
      refuse(await this.orders.transitionToState(ctx, record.orderId, 'ArrangingPayment'));
    }
    const pay = () =>
      withIntent({ kind: 'payment', payment }, () =>
        this.orders.addPaymentToOrder(ctx, record.orderId, { method: record.method, metadata: {} }),
      );
    const first = await pay();
    // The last use of a coupon went to another order. The coupon is gone now, and the money counts towards the price without it.
    const paid = isGraphQlErrorResult(first) && first.__typename === COUPON_REMOVED ? await pay() : first;
    refuse(paid);
    return (await this.moveOn(ctx, record, payment)) ?? { outcome: 'recorded' };
  }

  /**
   * A reservation is settled once its money was captured; any other existing payment does not change. Its order moves on if a
   * process of the shop had refused that before.
   */
  private async settleKnown(
    ctx: RequestContext,
    record: TillbridgePaymentRecord,
    known: Payment,
    payment: KnownPayment,
  ): Promise<Recorded> {
    const isCaptured = known.state === 'Authorized' && payment.state === 'Settled';
    if (!isCaptured && !(await this.isCovered(ctx, record))) return { outcome: 'known' };
    if (isCaptured) {
      const result = await withIntent({ kind: 'done-at-service' }, () => this.orders.settlePayment(ctx, known.id));
      if (isGraphQlErrorResult(result)) return attention('not_recorded', reasonOf(result));
      if (known.amount !== payment.amount) return attention('amount_mismatch', null);
    }
    const open = await this.moveOn(ctx, record, payment);
    return open ?? { outcome: isCaptured ? 'recorded' : 'known' };
  }

  /** Why the order stays open after a payment, if it does: the payment does not cover it, or a process of the shop refuses. */
  private async moveOn(
    ctx: RequestContext,
    record: TillbridgePaymentRecord,
    payment: KnownPayment,
  ): Promise<Recorded | null> {
    const order = await this.orders.findOne(ctx, record.orderId, []);
    if (!order || !OPEN_STATES.has(order.state)) return null;
    if (!(await this.isCovered(ctx, record))) return attention('order_changed', null);
    const refusal = await this.additional.finish(ctx, record, payment);
    return refusal === null ? null : attention('not_settled', refusal);
  }

  private async paymentOf(
    ctx: RequestContext,
    record: TillbridgePaymentRecord,
    payment: KnownPayment,
  ): Promise<Payment | undefined> {
    const payments = await this.paymentsOf(ctx, record);
    return payments.find((each) => isOf(each, payment));
  }

  private paymentsOf(ctx: RequestContext, { orderId }: TillbridgePaymentRecord): Promise<Payment[]> {
    return this.connection
      .getRepository(ctx, Payment)
      .find({ where: { order: { id: orderId } }, relations: { refunds: true } });
  }

  private async isCovered(ctx: RequestContext, record: TillbridgePaymentRecord): Promise<boolean> {
    const order = await this.orders.findOne(ctx, record.orderId, ['lines', 'shippingLines', 'surcharges']);
    const counted = (await this.paymentsOf(ctx, record)).filter(({ state }) => COUNTED.has(state));
    // A cart that was emptied costs nothing: no payment covers it, and money for it is not a second payment.
    if (!order || counted.length === 0) return false;
    return coveredBy(counted) >= order.totalWithTax;
  }

  /** Why Vendure refused it: if other payments cover the order, it is paid twice. */
  private async codeOf(ctx: RequestContext, record: TillbridgePaymentRecord): Promise<AttentionCode> {
    return (await this.isCovered(ctx, record)) ? 'paid_twice' : 'not_recorded';
  }
}

const COUNTED: ReadonlySet<string> = new Set(['Authorized', 'Settled']);

const attention = (code: AttentionCode, reason: string | null): Recorded => ({
  outcome: 'attention',
  code,
  reason: reason === null ? null : refusalText(reason),
});

/** @throws PaymentRefused for an error result, so that the transaction is rolled back */
function refuse(result: unknown): void {
  if (isGraphQlErrorResult(result as Order)) throw new PaymentRefused(result as ErrorResult);
}
