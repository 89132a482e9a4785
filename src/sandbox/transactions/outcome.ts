import { ORDER_STATUS_TABLE, type OrderStatus } from '../../protocol/index.js';
import type { NotificationCause } from '../notifications/notification.entity.js';

/** How a visit to the payment page ends (spec §1.1, §3). `expired`: by time, not by the shopper. */
export type PaymentOutcome = 'paid' | 'declined' | 'cancelled' | 'unfinished' | 'expired';

/** What an outcome does to the order. */
export interface OutcomeRule {
  readonly status: OrderStatus;
  readonly cause: NotificationCause;
  readonly reason: string;
  /** Whether a transaction comes to be: unfinished means that none does (spec §3). */
  readonly transaction: boolean;
  /** Whether the payment page stays open for another try. */
  readonly staysOpen: boolean;
}

/** The outcomes as data. */
export const OUTCOME_RULES: Readonly<Record<PaymentOutcome, OutcomeRule>> = {
  paid: { status: 'completed', cause: 'paid', reason: '', transaction: true, staysOpen: false },
  declined: {
    status: 'declined',
    cause: 'declined',
    reason: 'The payment was declined.',
    transaction: true,
    staysOpen: true,
  },
  cancelled: {
    status: 'cancelled',
    cause: 'cancelled',
    reason: 'The shopper cancelled the payment.',
    transaction: true,
    staysOpen: false,
  },
  unfinished: {
    status: 'cancelled',
    cause: 'unfinished',
    reason: 'The payment was left unfinished.',
    transaction: false,
    staysOpen: false,
  },
  expired: {
    status: 'expired',
    cause: 'expired',
    reason: 'The time to pay has passed.',
    transaction: false,
    staysOpen: false,
  },
};

/** Who asks for an outcome: the shopper on the page, or a test that drives the sandbox and may pay late. */
export type OutcomeSource = 'page' | 'library';

/** Whether an outcome may happen now; if not, why. */
export type OutcomeDecision = { ok: true; rule: OutcomeRule } | { ok: false; reason: OutcomeObstacle };

/** Why an outcome cannot happen. `started`: left unfinished means that no transaction exists yet (spec §3). */
export type OutcomeObstacle = 'already-paid' | 'closed' | 'started';

/** As much of an order as decides. */
export interface OutcomeState {
  readonly status: OrderStatus;
  /** Whether a transaction is tied to it already. */
  readonly hasTransaction: boolean;
}

/**
 * Decides whether an order may end this way.
 *
 * Paid is final here. A closed page takes no further outcome; the library may still let a payment come late, which
 * is what happens in reality after a cancellation or an expiry.
 */
export function decideOutcome(
  { status, hasTransaction }: OutcomeState,
  outcome: PaymentOutcome,
  source: OutcomeSource,
): OutcomeDecision {
  if (ORDER_STATUS_TABLE[status].paid) return { ok: false, reason: 'already-paid' };
  const open = status === 'initialized' || status === 'declined';
  if (!open && source === 'page') return { ok: false, reason: 'closed' };
  if (outcome === 'unfinished' && hasTransaction) return { ok: false, reason: 'started' };
  return { ok: true, rule: OUTCOME_RULES[outcome] };
}
