import { Injectable } from '@nestjs/common';
import { EntityNotFoundError, type ID, type RequestContext } from '@vendure/core';
import { isPaymentError, Payments, type OperatorDecision } from 'tillbridge';
import { OrderJournal } from '../events/order-journal.service';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import { PaymentRecords } from '../records/payment-records.service';
import { TillbridgeActionError, type ActionResult } from './action.results';
import { OrderOverview } from './order-overview.service';
import { attentionOf } from './payment.views';
import type { AcknowledgeInput, DecideInput, PaymentInput, RefundInput } from './staff-actions.inputs';

/** Work on a payment, and who does it. A returned error is for staff. */
export type Work = (record: TillbridgePaymentRecord, by: string) => Promise<TillbridgeActionError | void>;

const READ = 'Read again from the order page';
const CHANGED = new TillbridgeActionError(
  'Something else has come up since this page was loaded.',
  'Load the page again before you acknowledge it.',
  'ATTENTION_CHANGED',
);
const NO_REASON = new TillbridgeActionError(
  'No reason was given.',
  'Say why: it stays in the timeline.',
  'REASON_MISSING',
);
const NO_REFUND = new TillbridgeActionError('This order has no such refund.', 'Load the page again.', 'REFUND_UNKNOWN');

/** The actions of staff. Each one records who did it, and why; both are in the timeline. */
@Injectable()
export class StaffActions {
  constructor(
    private readonly overview: OrderOverview,
    private readonly payments: Payments,
    private readonly records: PaymentRecords,
    private readonly journal: OrderJournal,
  ) {}

  /** Reads a payment from the service now. */
  read(ctx: RequestContext, input: PaymentInput): Promise<ActionResult> {
    return this.onPayment(ctx, input, async ({ group, paymentOrderId }, by) => {
      await this.payments.orders.sync(paymentOrderId, { group, by, why: input.why?.trim() || READ });
    });
  }

  /** Records that a reason for attention was handled. */
  acknowledge(ctx: RequestContext, input: AcknowledgeInput): Promise<ActionResult> {
    const why = input.why.trim();
    if (why === '') return Promise.resolve(NO_REASON);
    return this.onPayment(ctx, input, async (record, by) => {
      const { group, paymentOrderId } = record;
      const order = await this.payments.orders.find(paymentOrderId, { group });
      const now = attentionOf(record, order).map(({ code }) => code);
      if (now.some((code) => !input.codes.includes(code))) return CHANGED;
      if (order?.attention) {
        const { attention } = order;
        await this.payments.orders.acknowledge(paymentOrderId, { group, by, why, attention });
      }
      if (record.attention) await this.clear(ctx, record, why);
    });
  }

  /** Cancels a refund. */
  cancelRefund(ctx: RequestContext, input: RefundInput): Promise<ActionResult> {
    const { refundId } = input;
    const why = input.why.trim();
    return this.onRefund(ctx, input, async ({ group }, by) => {
      await this.payments.refunds.cancel(refundId, { group, by, why });
    });
  }

  /** Decides the outcome of a refund, and clears the attention for it. */
  decideRefund(ctx: RequestContext, input: DecideInput): Promise<ActionResult> {
    return this.onRefund(ctx, input, async (record, by) => {
      const why = input.why.trim();
      const verdict = input.verdict === 'PAID' ? 'paid' : 'not-paid';
      const serviceRefundId = input.serviceRefundId?.trim() || undefined;
      const { group } = record;
      await this.payments.refunds.decide(input.refundId, { group, by, why, verdict, serviceRefundId });
      await this.clearDecided(ctx, record, { by, why });
    });
  }

  /** Clears the attention once no refund of the payment waits for a person. */
  private async clearDecided(
    ctx: RequestContext,
    record: TillbridgePaymentRecord,
    decision: OperatorDecision,
  ): Promise<void> {
    const refunds = await this.overview.refundsOf(record);
    if (refunds.some(({ state }) => state === 'manual')) return;
    const { group, paymentOrderId } = record;
    const order = await this.payments.orders.find(paymentOrderId, { group });
    if (order?.attention && DECIDED.has(order.attention)) {
      await this.payments.orders.acknowledge(paymentOrderId, { group, ...decision, attention: order.attention });
    }
    const current = (await this.records.ofOrder(ctx, record.orderId)).find((row) => isSame(row, record));
    if (current?.attention === 'refund_manual') await this.clear(ctx, current, decision.why);
  }

  private async clear(ctx: RequestContext, record: TillbridgePaymentRecord, why: string): Promise<void> {
    await this.records.setAttention(ctx, record, null);
    await this.journal.note(ctx, record, { event: 'acknowledged', reason: why });
  }

  private onRefund(ctx: RequestContext, input: RefundInput, work: Work): Promise<ActionResult> {
    if (input.why.trim() === '') return Promise.resolve(NO_REASON);
    return this.act(ctx, input.orderId, async (records, by) => {
      const refund = await this.payments.refunds.find(input.refundId);
      const record = records.find((row) => row.group === refund?.group && row.paymentOrderId === refund.orderId);
      return record ? work(record, by) : NO_REFUND;
    });
  }

  /**
   * Does work on a payment of an order.
   *
   * @returns the order after it; a refusal of the module, or an error of the work, is an error for staff
   * @throws EntityNotFoundError if the channel does not have the order, or the order does not have the payment
   */
  onPayment(ctx: RequestContext, input: PaymentInput, work: Work): Promise<ActionResult> {
    return this.act(ctx, input.orderId, (records, by) => {
      const record = records.find((row) => isSame(row, input));
      if (!record) throw new EntityNotFoundError('TillbridgePaymentRecord' as never, input.paymentOrderId);
      return work(record, by);
    });
  }

  /** @throws EntityNotFoundError if the channel does not have the order */
  private async act(
    ctx: RequestContext,
    orderId: ID,
    work: (records: readonly TillbridgePaymentRecord[], by: string) => Promise<TillbridgeActionError | void>,
  ): Promise<ActionResult> {
    const found = await this.overview.find(ctx, orderId);
    if (!found) throw new EntityNotFoundError('Order', orderId);
    try {
      const failure = await work(found.records, ctx.session?.user?.identifier ?? 'staff');
      if (failure) return failure;
    } catch (error) {
      if (isPaymentError(error)) return TillbridgeActionError.of(error);
      throw error;
    }
    return (await this.overview.of(ctx, orderId)) as Exclude<ActionResult, TillbridgeActionError>;
  }
}

type Name = Pick<TillbridgePaymentRecord, 'group' | 'paymentOrderId'>;

const isSame = (a: Name, b: Name): boolean => a.group === b.group && a.paymentOrderId === b.paymentOrderId;

/** Decisions that the module asks of a person. */
const DECIDED: ReadonlySet<string> = new Set([
  'refund_ambiguous',
  'refund_exhausted',
  'refund_other-amount',
  'refund_unresolved',
]);
