import { Money } from '../../protocol/index.js';
import type { PaymentEvent, PaymentEventKind } from './payment-event.js';
import { toRefundEventKind, type RefundEvent, type TransitionRefund } from './refund-event.js';

/** The part of a transition from which its event is built. */
export interface TransitionFacts {
  readonly id: string;
  readonly group: string;
  readonly orderId: string;
  /** The order's reference when the change was recorded. */
  readonly reference: string | null;
  /** The transition's number within the order, from 1. */
  readonly version: number;
  readonly kind: string;
  readonly amount: number;
  readonly amountRefunded: number;
  /** The part of {@link amount} that is a tip, minor units; null when there is none. */
  readonly tip: number | null;
  readonly currency: string;
  readonly status: string | null;
  readonly previousStatus: string | null;
  readonly transactionId: string | null;
  readonly paymentMethod: string | null;
  readonly source: string;
  readonly recordedAt: number;
  /** Null for a change of the payment. */
  readonly refund: TransitionRefund | null;
}

/** The event that a handler gets. */
export type HandledEvent = PaymentEvent | RefundEvent;

/** Builds the event a handler receives; the same transition always makes the same event. */
export const toEvent = (transition: TransitionFacts, id: string): HandledEvent =>
  transition.refund === null ? toPaymentEvent(transition, id) : toRefundEvent(transition, transition.refund, id);

function toPaymentEvent(transition: TransitionFacts, id: string): PaymentEvent {
  const { currency } = transition;
  return {
    id,
    kind: transition.kind as PaymentEventKind,
    group: transition.group,
    orderId: transition.orderId,
    reference: transition.reference,
    transitionId: transition.id,
    amount: Money.ofMinor(transition.amount, currency),
    amountRefunded: Money.ofMinor(transition.amountRefunded, currency),
    tip: transition.tip === null ? null : Money.ofMinor(transition.tip, currency),
    status: transition.status,
    previousStatus: transition.previousStatus,
    transactionId: transition.transactionId,
    paymentMethod: transition.paymentMethod,
    source: transition.source,
    at: transition.recordedAt,
  };
}

function toRefundEvent(transition: TransitionFacts, refund: TransitionRefund, id: string): RefundEvent {
  return {
    id,
    kind: toRefundEventKind(transition.kind),
    group: transition.group,
    orderId: transition.orderId,
    reference: transition.reference,
    refundId: refund.id,
    key: refund.key,
    amount: Money.ofMinor(transition.amount, transition.currency),
    serviceRefundId: transition.transactionId,
    reason: refund.reason,
    transitionId: transition.id,
    source: transition.source,
    at: transition.recordedAt,
  };
}
