import type { OrderStatus } from '../../../protocol/index.js';
import type { NotificationCause } from '../../notifications/index.js';

/**
 * How a payment continues (spec §1.1, §3; protocol §4.2): by the shopper's choice (`begun`: one more try, not decided yet), by time (`expired`; `lapsed`: a held
 * payment was not decided; `unshipped`: the shop reported no shipment of what a lender pays), by the bank (`uncleared`
 * and what follows it, `disputed`: a chargeback was announced, `chargedback`, `reversed`) or by the shop (`shipped`;
 * `withdrawn`: it, or the customer, calls off what a lender would pay).
 */
export type PaymentOutcome =
  | 'begun'
  | 'paid'
  | 'declined'
  | 'cancelled'
  | 'unfinished'
  | 'expired'
  | 'lapsed'
  | 'unshipped'
  | 'uncleared'
  | 'accepted'
  | 'rejected'
  | 'shipped'
  | 'withdrawn'
  | 'disputed'
  | 'chargedback'
  | 'reversed';

/**
 * Why an outcome is impossible. `no-till`: a web shop has no tips. `started`: "left unfinished" requires that no
 * transaction exists yet (spec §3). `pending`: the payment waits for a decision. The other ones name the status that
 * the order would need first.
 */
export type OutcomeObstacle =
  | 'already-paid'
  | 'no-till'
  | 'closed'
  | 'started'
  | 'pending'
  | 'not-pending'
  | 'not-paid'
  | 'not-charged-back';

/** The effect of an outcome on the order. */
export interface OutcomeRule {
  /**
   * `resting`: the resting status of a paid order, by its shipment and refunds. `as-cancelled`, `as-charged-back`,
   * `as-settled`: as the payment method and the account report it.
   */
  readonly status: OrderStatus | 'resting' | 'as-cancelled' | 'as-charged-back' | 'as-settled';
  readonly financialStatus: OrderStatus | 'as-paid' | 'as-held' | 'as-shipped' | 'as-status';
  readonly cause: NotificationCause;
  readonly reason: string;
  /** The affected payment attempt: a new one · the open one, else a new one · the open one, if any · the newest one. */
  readonly attempt: 'new' | 'open-or-new' | 'open' | 'newest';
  /** Whether the payment page stays open for another attempt. */
  readonly staysOpen: boolean;
  /** The required status of the order. */
  readonly from: readonly OrderStatus[];
  /** The obstacle if the order has another status; null: that depends on the status. */
  readonly obstacle: OutcomeObstacle | null;
}

const OPEN = ['initialized', 'declined'] as const;
// Late payments arrive after the page has closed.
const OPEN_OR_LATE = [...OPEN, 'cancelled', 'void', 'expired'] as const;

const SHOPPER = { attempt: 'open-or-new', staysOpen: false, obstacle: null } as const;
const LATER = { attempt: 'newest', staysOpen: false } as const;

/** The outcomes as data. */
export const OUTCOME_RULES: Readonly<Record<PaymentOutcome, OutcomeRule>> = {
  begun: {
    ...SHOPPER,
    attempt: 'new',
    status: 'initialized',
    financialStatus: 'initialized',
    cause: 'begun',
    reason: '',
    staysOpen: true,
    from: ['declined', 'initialized', 'cancelled', 'void', 'expired', 'uncleared'],
  },
  paid: {
    ...SHOPPER,
    status: 'completed',
    financialStatus: 'as-paid',
    cause: 'paid',
    reason: '',
    from: OPEN_OR_LATE,
  },
  declined: {
    ...SHOPPER,
    status: 'declined',
    financialStatus: 'declined',
    cause: 'declined',
    reason: 'The payment was declined.',
    staysOpen: true,
    from: OPEN,
  },
  cancelled: {
    ...SHOPPER,
    status: 'as-cancelled',
    financialStatus: 'as-status',
    cause: 'cancelled',
    reason: 'The shopper cancelled the payment.',
    from: [...OPEN, 'uncleared'],
  },
  unfinished: {
    ...SHOPPER,
    attempt: 'open',
    status: 'cancelled',
    financialStatus: 'cancelled',
    cause: 'unfinished',
    reason: 'The payment was left unfinished.',
    from: OPEN,
  },
  expired: {
    ...SHOPPER,
    attempt: 'open',
    status: 'expired',
    financialStatus: 'expired',
    cause: 'expired',
    reason: 'The time to pay has passed.',
    from: [...OPEN, 'uncleared'],
  },
  lapsed: {
    ...LATER,
    status: 'void',
    financialStatus: 'void',
    cause: 'expired',
    reason: 'No one has decided on the payment in time.',
    from: ['uncleared'],
    obstacle: 'not-pending',
  },
  unshipped: {
    ...LATER,
    status: 'expired',
    financialStatus: 'expired',
    cause: 'expired',
    reason: 'No shipment was reported in time.',
    from: ['completed', 'partial_refunded'],
    obstacle: 'not-paid',
  },
  uncleared: {
    ...SHOPPER,
    status: 'uncleared',
    financialStatus: 'as-held',
    cause: 'uncleared',
    reason: 'The payment waits for clearing.',
    from: OPEN_OR_LATE,
  },
  accepted: {
    ...LATER,
    status: 'as-settled',
    financialStatus: 'as-status',
    cause: 'accepted',
    reason: '',
    from: ['uncleared'],
    obstacle: 'not-pending',
  },
  rejected: {
    ...LATER,
    status: 'declined',
    financialStatus: 'declined',
    cause: 'rejected',
    reason: 'The payment did not clear.',
    from: ['uncleared'],
    obstacle: 'not-pending',
  },
  shipped: {
    ...LATER,
    status: 'resting',
    financialStatus: 'as-shipped',
    cause: 'shipped',
    reason: '',
    from: ['completed', 'uncleared', 'shipped', 'partial_refunded'],
    obstacle: 'not-paid',
  },
  withdrawn: {
    ...LATER,
    status: 'as-cancelled',
    financialStatus: 'as-status',
    cause: 'cancelled',
    reason: 'The order was cancelled before its shipment.',
    from: ['completed', 'partial_refunded'],
    obstacle: 'not-paid',
  },
  disputed: {
    ...LATER,
    status: 'void',
    financialStatus: 'void',
    cause: 'chargedback',
    reason: 'A chargeback was requested.',
    from: ['completed', 'shipped', 'partial_refunded', 'refunded'],
    obstacle: 'not-paid',
  },
  chargedback: {
    ...LATER,
    status: 'as-charged-back',
    financialStatus: 'as-status',
    cause: 'chargedback',
    reason: 'The payment was charged back.',
    from: ['completed', 'shipped', 'partial_refunded', 'refunded'],
    obstacle: 'not-paid',
  },
  reversed: {
    ...LATER,
    status: 'resting',
    financialStatus: 'as-paid',
    cause: 'reversed',
    reason: 'The chargeback was reversed.',
    from: ['chargedback', 'void', 'completed', 'shipped', 'partial_refunded', 'refunded'],
    obstacle: 'not-charged-back',
  },
};
