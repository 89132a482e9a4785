import type { OrderStatus } from '../../../protocol/index.js';
import type { NotificationCause } from '../../notifications/index.js';

/**
 * How a payment goes on (spec §1.1, §3; protocol §4.2): by the shopper's choice, by time (`expired`; `lapsed`: no one
 * has decided on what was held; `unshipped`: the shop has reported no shipment of what a lender pays), by the bank
 * (`uncleared` and what follows it, `chargedback`, `reversed`) or by the shop (`shipped`).
 */
export type PaymentOutcome =
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
  | 'chargedback'
  | 'reversed';

/**
 * Why an outcome cannot happen. `no-till`: no one gives a tip in a web shop. `started`: left unfinished means that no
 * transaction exists yet (spec §3). `pending`: the payment waits for a decision. The others say what the order would
 * have to be first.
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

/** What an outcome does to the order. */
export interface OutcomeRule {
  /**
   * `resting`: where a paid order rests, by what was shipped and refunded of it. `as-cancelled`, `as-charged-back`,
   * `as-settled`: in the words of the payment method and the account.
   */
  readonly status: OrderStatus | 'resting' | 'as-cancelled' | 'as-charged-back' | 'as-settled';
  readonly financialStatus: OrderStatus | 'as-paid' | 'as-held' | 'as-shipped' | 'as-status';
  readonly cause: NotificationCause;
  readonly reason: string;
  /** Which attempt to pay it is about: the open one, else a new one · the open one, if any · the newest one. */
  readonly attempt: 'open-or-new' | 'open' | 'newest';
  /** Whether the payment page stays open for another try. */
  readonly staysOpen: boolean;
  /** What the order must be. */
  readonly from: readonly OrderStatus[];
  /** Why not, when it is not; null: that depends on what it is instead. */
  readonly obstacle: OutcomeObstacle | null;
}

const OPEN = ['initialized', 'declined'] as const;
// Money may come after the page has closed, as late payments do.
const OPEN_OR_LATE = [...OPEN, 'cancelled', 'void', 'expired'] as const;

const SHOPPER = { attempt: 'open-or-new', staysOpen: false, obstacle: null } as const;
const LATER = { attempt: 'newest', staysOpen: false } as const;

/** The outcomes as data. */
export const OUTCOME_RULES: Readonly<Record<PaymentOutcome, OutcomeRule>> = {
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
    from: ['completed'],
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
    from: ['chargedback', 'void', 'completed', 'shipped', 'partial_refunded'],
    obstacle: 'not-charged-back',
  },
};
