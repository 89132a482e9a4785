import type { Money } from '../../protocol/index.js';

/** All values of {@link RefundEventKind}. */
export const REFUND_EVENT_KINDS = ['accepted', 'settled', 'rejected', 'manual', 'cancelled', 'elsewhere'] as const;

/**
 * The possible changes of a refund (design §8).
 * - `accepted`: the service has booked it; the money is reserved and leaves with its next payout.
 * - `settled`: the money has left.
 * - `rejected`: refused, or declined after it had been accepted; the amount that it had reserved can be refunded again.
 * - `manual`: reading cannot tell whether it was carried out; a person decides.
 * - `cancelled`: cancelled before it was sent, or taken back after it had been accepted, here or in the service's dashboard.
 * - `elsewhere`: a refund that was made by other means than this module; it counts against the remaining amount.
 */
export type RefundEventKind = (typeof REFUND_EVENT_KINDS)[number];

/** A recorded change of a refund, as a handler gets it. */
export interface RefundEvent {
  /** Stable over all attempts of one effect after the commit; see {@link PaymentEvent.id}. */
  readonly id: string;
  readonly kind: RefundEventKind;
  readonly group: string;
  readonly orderId: string;
  /** The shop's reference of the order; see {@link PaymentEvent.reference}. */
  readonly reference: string | null;
  /** The module's own id of the refund. */
  readonly refundId: string;
  /** The caller's key of the refund; null for one that was made elsewhere. */
  readonly key: string | null;
  /** The refunded amount. */
  readonly amount: Money;
  /** The service's id of the refund, as text; null while it is not known. */
  readonly serviceRefundId: string | null;
  /** Why it was rejected, cancelled or waits for a person; in words: {@link refundReasonText}. Null otherwise. */
  readonly reason: string | null;
  readonly transitionId: string;
  /** The source of the change: answer, notification, poll, a person, … */
  readonly source: string;
  /** When it was recorded, epoch milliseconds (UTC). */
  readonly at: number;
}

/** The facts about the refund that a transition of the order stores. */
export interface TransitionRefund {
  readonly id: string;
  readonly key: string | null;
  readonly reason: string | null;
}

const PREFIX = 'refund_';

/** The kind under which a refund's change is recorded among the transitions of its order. */
export const toTransitionKind = (kind: RefundEventKind): string => `${PREFIX}${kind}`;

/** The reverse of {@link toTransitionKind}. */
export const toRefundEventKind = (transitionKind: string): RefundEventKind =>
  transitionKind.slice(PREFIX.length) as RefundEventKind;

/** Whether a transition is about a refund. */
export const isRefundTransition = (transitionKind: string): boolean => transitionKind.startsWith(PREFIX);
