import type { CurrencyCode } from '@vendure/core';
import { refundReasonText, type PaymentOrder, type Refund, type SettlementBound, type TimelineEntry } from 'tillbridge';
import type { VendureAmounts } from '../money/vendure-amounts.service';
import type { TillbridgePaymentRecord } from '../records/payment-record.entity';
import type { AttentionView, PaymentOrderView, RefundView, TimelineView } from './admin.types';
import { attentionText } from './attention.labels';
import { refundLabel, statusText } from './payment.labels';

/** All that is known about a requested payment. */
export interface KnownPaymentOrder {
  readonly record: TillbridgePaymentRecord;
  /** Null if the service was never called. */
  readonly order: PaymentOrder | null;
  /** What can still be refunded, in Vendure's form. */
  readonly refundable: number;
  readonly settles: SettlementBound | null;
  readonly refunds: readonly Refund[];
  /** The payment method at the service; null until it is paid. */
  readonly paymentMethod: string | null;
}

/** An order is open in these states, and before it has one: the customer can pay. */
const OPEN: ReadonlySet<string | null> = new Set([null, 'initialized', 'declined']);

const when = (at: number | null | undefined): Date | null => (typeof at === 'number' ? new Date(at) : null);

/** What needs attention: reasons of the plugin, and those that only the module knows. */
export function attentionOf(
  { attention, attentionAt }: Pick<TillbridgePaymentRecord, 'attention' | 'attentionAt'>,
  order: Pick<PaymentOrder, 'attention'> | null,
): AttentionView[] {
  const ofModule = order?.attention ?? null;
  // The module's own reason is more exact, so only one of the two is shown.
  const isExplained = attention === 'refund_manual' && ofModule?.startsWith('refund_') === true;
  const codes = [isExplained ? null : attention, ofModule].filter((code): code is string => code !== null);
  return [...new Set(codes)].map((code) => ({
    code,
    text: attentionText(code),
    since: code === attention || isExplained ? when(attentionAt) : null,
  }));
}

const ORIGINS = { shop: 'SHOP', elsewhere: 'ELSEWHERE', chargeback: 'CHARGEBACK' } as const;

/** A refund in the form for staff. */
export function refundView(refund: Refund, amounts: VendureAmounts): RefundView {
  const { name, text } = refundLabel(refund.state);
  const isOurs = refund.origin === 'shop';
  const canRecall = refund.state === 'accepted' && refund.serviceRefundId !== null;
  return {
    refundId: refund.id,
    origin: ORIGINS[refund.origin],
    amount: amounts.of(refund.amount),
    state: refund.state,
    stateName: name,
    stateText: text,
    stateReason: refund.stateReason === null ? null : refundReasonText(refund.stateReason),
    reason: refund.reason,
    serviceRefundId: refund.serviceRefundId,
    plannedAt: when(refund.plannedAt),
    createdAt: new Date(refund.createdAt),
    updatedAt: new Date(refund.updatedAt),
    canCancel: isOurs && (refund.state === 'queued' || canRecall),
    needsDecision: isOurs && refund.state === 'manual',
  };
}

/** The requested payment while the service has not been called. */
const unasked = ({ amount }: TillbridgePaymentRecord) => ({
  serviceOrderId: null,
  attempt: 1,
  status: null,
  amount,
  amountRefunded: 0,
  paid: false,
  paidAt: null,
  transactionId: null,
  paymentUrl: null,
});

const asked = (order: PaymentOrder, amounts: VendureAmounts) => ({
  serviceOrderId: order.serviceOrderId,
  attempt: order.attempt,
  status: order.status,
  amount: amounts.of(order.amount),
  amountRefunded: amounts.of(order.amountRefunded),
  paid: order.paid,
  paidAt: when(order.paidAt),
  transactionId: order.transactionId,
  paymentUrl: !order.paid && order.createState === 'created' && OPEN.has(order.status) ? order.paymentUrl : null,
});

/** A payment in the form for staff. */
export function paymentOrderView(known: KnownPaymentOrder, amounts: VendureAmounts): PaymentOrderView {
  const { record, order, refundable, settles, refunds, paymentMethod } = known;
  return {
    group: record.group,
    paymentOrderId: record.paymentOrderId,
    ...(order === null ? unasked(record) : asked(order, amounts)),
    statusText: statusText(order),
    refundable,
    currencyCode: record.currency as CurrencyCode,
    method: record.method,
    paymentMethod,
    settlesAt: when(settles?.at),
    createdAt: new Date(record.createdAt),
    attention: attentionOf(record, order),
    refunds: refunds.map((refund) => refundView(refund, amounts)),
  };
}

const STORY: ReadonlySet<TimelineEntry['kind']> = new Set(['created', 'transition', 'decision']);

/** An entry of the timeline in the form for staff; details are for those who ask for them. */
export const timelineView = (paymentOrderId: string, { at, kind, text, details }: TimelineEntry): TimelineView => ({
  at: new Date(at),
  paymentOrderId,
  kind,
  text,
  isDetail: !STORY.has(kind) && !(kind === 'refund' && details['step'] === 'requested'),
});
