import { Injectable } from '@nestjs/common';
import {
  Payment,
  Refund,
  TransactionalConnection,
  UserInputError,
  type CancelPaymentErrorResult,
  type CancelPaymentResult,
  type CreateRefundResult,
  type Order,
  type RequestContext,
  type SettlePaymentErrorResult,
  type SettlePaymentResult,
} from '@vendure/core';
import { isPaymentError, Payments, type Money, type PaymentOrder, type RequestedRefund } from 'tillbridge';
import { inexactText, VendureAmounts } from '../money/vendure-amounts.service';
import { PaymentRecords } from '../records/payment-records.service';
import { isDoneAtService, type KnownPayment } from './known-payment';
import { isOf, paymentLink, refundLink, refundMetadata, type PaymentLink } from './payment-link';
import { locksRows, openOrder } from './open-order';

/** A refund request of Vendure. */
export interface RefundAsked {
  readonly order: Order;
  readonly payment: Payment;
  /** In Vendure's form. */
  readonly amount: number;
  readonly reason: string;
}

const DEFAULT_REASON = 'Refund';
const MAX_REASON = 200;

/** The text about a failure for the clerk. */
const textOf = (error: unknown): string =>
  isPaymentError(error) ? `${error.message} (${error.code})` : error instanceof Error ? error.message : String(error);

/** The operations that the payment method handler calls. */
@Injectable()
export class PaymentOperations {
  constructor(
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly connection: TransactionalConnection,
    private readonly amounts: VendureAmounts,
  ) {}

  /** A payment that the service has confirmed and Vendure does not have yet; null if there is none. */
  async unrecordedPayment(ctx: RequestContext, { id }: Order): Promise<KnownPayment | null> {
    const { payments: known, currency } = await openOrder(this.connection, ctx, id);
    for (const { group, paymentOrderId } of await this.records.ofOrder(ctx, id)) {
      const order = await this.payments.orders.find(paymentOrderId, { group });
      const payment = order && knownPayment(order, this.amounts);
      const isRecorded = known.some((each) => payment && isOf(each, payment));
      if (payment && payment.currency === currency && !isRecorded && (await this.isStillThere(payment, order)))
        return payment;
    }
    return null;
  }

  /** Whether none of the money was refunded. */
  private async isStillThere({ state, amount }: KnownPayment, { group, orderId }: PaymentOrder): Promise<boolean> {
    if (state === 'Authorized') return true;
    const left = await this.payments.refunds.remaining(orderId, { group });
    return this.amounts.of(left) === amount;
  }

  /** Captures reserved money, unless that was done at the service. */
  async settle(
    ctx: RequestContext,
    { currencyCode }: Order,
    payment: Payment,
  ): Promise<SettlePaymentResult | SettlePaymentErrorResult> {
    if (isDoneAtService()) return this.followed(ctx, payment);
    const link = paymentLink(payment);
    if (!link) return { success: false, state: payment.state as 'Authorized', errorMessage: NOT_OURS };
    try {
      const amount = this.exactly(payment.amount, currencyCode);
      await this.payments.group(link.group).orders.capture(link.paymentOrderId, { amount });
      return await this.followed(ctx, payment);
    } catch (error) {
      if ((await this.catchUp(ctx, payment)) === 'Settled') return { success: true };
      return { success: false, state: payment.state as 'Authorized', errorMessage: textOf(error) };
    }
  }

  /** Releases reserved money, unless that was done at the service. */
  async cancel(ctx: RequestContext, payment: Payment): Promise<CancelPaymentResult | CancelPaymentErrorResult> {
    if (isDoneAtService()) return this.followed(ctx, payment);
    const stays = payment.state as 'Authorized';
    const link = paymentLink(payment);
    if (!link) return { success: false, state: stays, errorMessage: NOT_OURS };
    if (payment.state === 'Settled') return { success: false, state: stays as never, errorMessage: REFUND_INSTEAD };
    if (payment.state !== 'Authorized') return { success: true };
    try {
      const reason = 'Cancelled by the shop';
      await this.payments.group(link.group).orders.cancelReservation(link.paymentOrderId, { reason });
      return await this.followed(ctx, payment);
    } catch (error) {
      if ((await this.catchUp(ctx, payment)) === 'Cancelled') return { success: true };
      return { success: false, state: stays, errorMessage: textOf(error) };
    }
  }

  /** It was done at the service: Vendure follows, unless it already has. */
  private async followed(ctx: RequestContext, payment: Payment): Promise<{ success: true }> {
    await this.catchUp(ctx, payment);
    return { success: true };
  }

  /**
   * Reads the current state of the payment, and keeps it from changing until Vendure has saved it. A clerk and a
   * notification may settle or cancel a payment at the same moment. Then Vendure would overwrite the other's state with
   * the one that it read before, or move the payment a second time.
   */
  private async catchUp(ctx: RequestContext, payment: Payment): Promise<string> {
    const rows = this.connection.getRepository(ctx, Payment);
    const query = rows.createQueryBuilder('payment').select('payment.state', 'state').where({ id: payment.id });
    const now = await (locksRows(rows) ? query.setLock('pessimistic_write') : query).getRawOne<{
      state: Payment['state'];
    }>();
    if (now) payment.state = now.state;
    return payment.state;
  }

  /**
   * Requests a refund as part of Vendure's own transaction: it is sent if, and only if, that commits.
   *
   * @throws UserInputError with a text for the clerk; then Vendure's refund is not made either
   */
  async refund(ctx: RequestContext, asked: RefundAsked): Promise<CreateRefundResult> {
    const link = paymentLink(asked.payment);
    if (!link) throw new UserInputError(NOT_OURS);
    if (asked.payment.state === 'Authorized') throw new UserInputError(SETTLE_FIRST);
    const refund = await this.request(ctx, asked, link);
    if (!refund.isNew && (await this.isLinked(ctx, asked.payment, refund.id))) throw new UserInputError(ASKED_TWICE);
    const { group, id: refundId } = refund;
    return { state: 'Pending', transactionId: refundId, metadata: refundMetadata({ group, refundId }) };
  }

  private async request(ctx: RequestContext, asked: RefundAsked, link: PaymentLink): Promise<RequestedRefund> {
    const rows = this.connection.getRepository(ctx, Refund);
    const { payment, reason, amount, order } = asked;
    const before = await rows.count({ where: { payment: { id: payment.id } } });
    try {
      return await this.payments.group(link.group).refunds.request({
        orderId: link.paymentOrderId,
        amount: this.exactly(amount, order.currencyCode),
        reason: reason.trim().slice(0, MAX_REASON) || DEFAULT_REASON,
        key: `vendure-${payment.id}-${before + 1}`,
        manager: rows.manager,
      });
    } catch (error) {
      if (isPaymentError(error)) throw new UserInputError(textOf(error));
      throw error;
    }
  }

  /** @throws UserInputError for a fraction that the currency does not have */
  private exactly(amount: number, currency: string): Money {
    const money = this.amounts.toMoney(amount, currency);
    if (!money) throw new UserInputError(inexactText(currency));
    return money;
  }

  private async isLinked(ctx: RequestContext, { id }: Payment, refundId: string): Promise<boolean> {
    const rows = await this.connection.getRepository(ctx, Refund).find({ where: { payment: { id } } });
    return rows.some((row) => refundLink(row)?.refundId === refundId);
  }
}

const NOT_OURS = 'This payment was not made through Tillbridge.';
const REFUND_INSTEAD = 'The money has been taken; give it back with a refund.';
const SETTLE_FIRST =
  'The money is only reserved, and cannot be given back. Settle the payment first, then give back what is too much.';
const ASKED_TWICE = 'This refund has just been asked for. Load the order again before you ask for another one.';

/** The payment that Vendure should have for a payment order; null if no money was received. */
export function knownPayment(order: PaymentOrder, amounts: VendureAmounts): KnownPayment | null {
  const state = order.paid ? 'Settled' : order.status === 'authorised' ? 'Authorized' : null;
  if (state === null) return null;
  const { group, orderId } = order;
  const transactionId = order.transactionId ?? `${group}/${orderId}`;
  return {
    group,
    paymentOrderId: orderId,
    amount: amounts.of(order.amount),
    currency: order.amount.currency,
    state,
    transactionId,
    paymentMethod: null,
  };
}
