import { i18n, type I18n } from '@lingui/core';
import { useLingui } from '@lingui/react';

/**
 * Every text of the plugin's part of the dashboard. They do not use Lingui's macros, because a build turns a macro into
 * an id, which a catalogue must contain in each of the dashboard's languages. A shop translates one of these with a
 * message `tillbridge.<key>` in its own catalogue.
 */
const TEXTS = {
  acknowledge: 'Acknowledge',
  acknowledgeHint:
    'This clears the mark and changes nothing else. Should the same happen again, the order is marked again.',
  acknowledgeReason: 'What was done about it',
  acknowledged: 'Acknowledged',
  actionFailed: 'The action was not carried out',
  alertHint: 'See what happened, and what to do.',
  alertMany: '{count} orders have a payment that needs attention',
  alertOne: '1 order has a payment that needs attention',
  andMore: 'and {more} more',
  attempt: 'Attempt',
  blockTitle: 'Tillbridge payments',
  canBeRefunded: 'Can be refunded',
  cancelRefund: 'Cancel refund',
  cancelRefundHint: 'The customer does not get the money. This works until the money has left the service.',
  cancelRefundOf: 'Cancel the refund of {amount}',
  close: 'Close',
  copyLink: 'Copy the payment link',
  createdAt: 'Created at',
  decide: 'Decide',
  decideHint:
    'Look at the dashboard or the statement of the payment service first. A wrong answer means that the customer gets the money twice, or not at all.',
  decideReason: 'How it was found out',
  decideTitle: 'Was the refund of {amount} carried out?',
  decisionRecorded: 'The decision was recorded',
  event_acknowledged: 'Attention to the payment acknowledged',
  event_amount_mismatch: 'Paid in another amount or currency',
  event_authorised: 'Payment authorised',
  event_cancelled: 'Payment cancelled',
  event_chargedback: 'The bank has taken the money back',
  event_completed: 'Payment completed',
  event_declined: 'Payment declined',
  event_expired: 'Payment expired',
  event_not_recorded: 'The payment could not be recorded',
  event_not_settled: 'A rule of the shop keeps the paid order from moving on',
  event_order_changed: 'The payment does not cover the order',
  event_paid_after_cancel: 'Paid after the order was cancelled',
  event_paid_twice: 'Paid more than once',
  event_recorded: 'Payment recorded by hand',
  event_refund_cancelled: 'Refund cancelled',
  event_refund_failed: 'A settled refund has failed',
  event_refund_manual: 'A refund needs a decision',
  event_refunded_elsewhere: 'Refunded by other means than this shop',
  event_rejected: 'Refund refused by the service',
  event_restored: 'Payment restored',
  event_uncleared: 'Payment waits for approval',
  event_voided: 'The payment was annulled',
  giveBack: 'Give the money back',
  giveBackHint: 'The refund is queued, and sent once. The customer may read the reason.',
  giveBackReason: 'Reason for the refund',
  giveBackTitle: 'Give {amount} back',
  linkCopied: 'The payment link was copied',
  linkNotCopied: 'The payment link could not be copied',
  needsAttention: 'Needs attention',
  noPayments: 'Nothing of this order was paid through Tillbridge.',
  nothingNeedsAttention: 'Nothing needs attention',
  ordersFailed: 'The orders could not be loaded',
  originChargeback: 'Taken back by the bank',
  originElsewhere: 'Made by other means than this shop',
  outcome: 'Outcome',
  outcomeKnownBy: 'Outcome known by',
  paidAt: 'Paid at',
  paymentLink: 'Payment link',
  paymentMethod: 'Payment method',
  paymentsFailed: 'The payments could not be loaded',
  plannedFor: 'It is sent at about {date}.',
  readAgain: 'Read again',
  reason: 'Reason',
  recordDecision: 'Record the decision',
  paymentRecorded: 'The payment was recorded',
  recordPayment: 'Record the payment',
  recordPaymentHint:
    'Vendure refused to record this payment, or to move its order on. Mend the order first, then try again.',
  refundAsked: 'The refund was queued',
  refundCancelled: 'The refund was cancelled',
  refunded: 'Refunded',
  refunds: 'Refunds',
  serviceOrderId: 'Order ID at the service',
  serviceRefundId: 'Refund ID at the service (optional)',
  showEveryDetail: 'Show every detail',
  showOrders: 'Show',
  terminalGroup: 'Terminal group',
  transactionId: 'Transaction ID',
  tryAgain: 'Try again',
  verdictNotPaid: 'No: it is sent again',
  verdictPaid: 'Yes: the customer has the money, or gets it',
  wasReadAgain: 'The payment was read again',
  whatHappened: 'What happened',
  widgetHint: 'Orders whose payment a person should see to',
  widgetTitle: 'Payments that need attention',
} as const;

/** The name of a text. */
export type TextKey = keyof typeof TEXTS;

/** Whether there is such a text. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(TEXTS, key);

/** The values for the places `{name}` of a text. */
type Values = Readonly<Record<string, string | number>>;

function textOf(catalogue: I18n, key: TextKey, values: Values = {}): string {
  const id = `tillbridge.${key}`;
  if (catalogue.messages[id] !== undefined) return catalogue._(id, { ...values });
  return TEXTS[key].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

/** A text outside of a component. */
export const textNow = (key: TextKey, values?: Values): string => textOf(i18n, key, values);

/** Returns the texts in the language of the dashboard, also after a change of language. */
export function useText(): (key: TextKey, values?: Values) => string {
  const { i18n: catalogue } = useLingui();
  return (key, values) => textOf(catalogue, key, values);
}
