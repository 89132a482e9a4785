import { valueAt } from '../../support/index.js';

/** The page for people who are alerted, as a path in the package. */
const RUNBOOK_PAGE = 'docs/runbook.md';

/** Sections of docs/runbook.md, by their anchors. */
export const RUNBOOK_SECTIONS = [
  'order-needs-attention',
  'paid-twice',
  'wrong-amount',
  'paid-after-the-end',
  'payment-annulled',
  'payment-in-doubt',
  'payment-not-seen',
  'outcome-not-confirmed',
  'order-not-readable',
  'refund-needs-a-decision',
  'refund-outcome-not-known',
  'refunds-paused',
  'refunds-not-sent',
  'notifications-late',
  'notifications-parked',
  'notification-without-an-order',
  'notifications-missing',
  'notifications-refused',
  'handler-fails',
  'effects-failed',
  'effects-late',
  'effects-not-handed-over',
  'service-away',
  'key-refused',
  'call-budget-used-up',
  'polling-late',
  'database-away',
  'tables-missing',
  'clock-wrong',
  'doorbell-away',
  'group-not-configured',
  'return-page-failed',
  'work-left-at-the-end',
] as const;

/** A section of docs/runbook.md. */
export type RunbookSection = (typeof RUNBOOK_SECTIONS)[number];

/**
 * Why an order needs `attention`, except for refunds: their reasons begin with `refund_`. Every table of texts has a row for
 * each.
 */
export type AttentionReason =
  | 'amount_mismatch'
  | 'expired_unconfirmed'
  | 'paid_after_cancel'
  | 'paid_twice'
  | 'payment_in_doubt'
  | 'payment_unseen'
  | 'unreadable'
  | 'voided';

const ATTENTION_SECTIONS: Readonly<Record<AttentionReason, RunbookSection>> = {
  amount_mismatch: 'wrong-amount',
  expired_unconfirmed: 'outcome-not-confirmed',
  paid_after_cancel: 'paid-after-the-end',
  paid_twice: 'paid-twice',
  payment_in_doubt: 'payment-in-doubt',
  payment_unseen: 'payment-not-seen',
  unreadable: 'order-not-readable',
  voided: 'payment-annulled',
};

/**
 * Where docs/runbook.md says what an alert means and what to do, as a path with an anchor.
 *
 * @example
 * runbook('paid-twice'); // 'docs/runbook.md#paid-twice'
 */
export const runbook = (section: RunbookSection): string => `${RUNBOOK_PAGE}#${section}`;

/** How the `attention` of an order begins that it needs for a refund. */
export const REFUND_ATTENTION = 'refund_';
/** Refunds do not get through to the service. */
const FAILING = 'failing';
/** The balance of the account is too low for them. */
const LOW_BALANCE = 'low-balance';
/** The service does not know the API key. */
const KEY_UNKNOWN = 'SERVICE_1032';
/** Codes of the error tables; reasons of the module itself are written small. */
const ERROR_CODE = /^[A-Z]/;

/**
 * The section for what a refund needs attention for: a reason of the module, or the error code with which the account was
 * refused.
 *
 * @example
 * refundSection('SERVICE_1032'); // 'key-refused'
 */
export function refundSection(reason: string): RunbookSection {
  if (reason === KEY_UNKNOWN) return 'key-refused';
  if (reason === FAILING) return 'service-away';
  return ERROR_CODE.test(reason) || reason === LOW_BALANCE ? 'refunds-paused' : 'refund-needs-a-decision';
}

/**
 * Whether the `attention` of an order is of what its refunds wait for, and ends when they have gone through: nothing is to
 * be decided about any of them.
 *
 * @example
 * passesByItself('refund_SERVICE_1032'); // true
 */
export const passesByItself = (attention: string): boolean =>
  attention.startsWith(REFUND_ATTENTION) &&
  refundSection(attention.slice(REFUND_ATTENTION.length)) !== 'refund-needs-a-decision';

/**
 * The section for the `attention` of an order.
 *
 * @example
 * attentionSection('amount_mismatch'); // 'wrong-amount'
 */
export const attentionSection = (attention: string): RunbookSection =>
  valueAt(ATTENTION_SECTIONS, attention) ??
  (attention.startsWith(REFUND_ATTENTION)
    ? refundSection(attention.slice(REFUND_ATTENTION.length))
    : 'order-needs-attention');
