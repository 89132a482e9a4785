import type { AttentionCode } from '../events/history';

/** Reasons that the plugin detects. */
const HERE: Readonly<Record<AttentionCode, string>> = {
  paid_after_cancel: 'It was paid after the order had been cancelled: deliver it after all, or give the money back.',
  paid_twice: 'It was paid more than once: give the surplus back.',
  amount_mismatch: 'Money came in another amount or currency than was asked for; it does not count as paid.',
  order_changed: 'The order was changed after the payment was asked for, and the payment does not cover it.',
  not_settled:
    'It is paid, and a rule of this shop keeps the order from moving on: see to what the rule asks for, then record the payment.',
  not_recorded: 'Money came, and Vendure refused to record the payment: look at the state of the order.',
  chargedback: 'The bank has taken the money back for the customer. Do not give it back a second time.',
  voided: 'It was paid, and the payment was annulled at the service: the money does not come.',
  refunded_elsewhere: 'Money was given back by other means than this shop; Vendure does not count it.',
  refund_manual: 'Whether a refund was carried out could not be found out by asking: decide it below.',
  refund_failed: 'A refund failed that counts as settled here: give the money back in another way.',
};

/** Reasons that only the module detects. */
const IN_THE_MODULE: Readonly<Record<string, string>> = {
  expired_unconfirmed: 'The time to pay is over, and the service has not said how it ended: read it again.',
  payment_in_doubt: 'It was paid, and the service keeps saying otherwise: look at it there before goods are sent.',
  payment_unseen: 'The service lists a payment of it that reads of the order do not show: look at it there.',
  unreadable: 'The service could not be asked about it several times: read it again.',
  refund_ambiguous: 'The service shows refunds that may be ours or someone else’s: decide it below.',
  refund_declined:
    'The service or the bank declined a refund after it was accepted: give the money back in another way.',
  refund_exhausted: 'A refund was sent as often as allowed and did not arrive: decide it below.',
  refund_failing: 'Refunds do not get through to the service: look at the settings of the terminal group.',
  'refund_low-balance': 'The service refuses refunds of several orders: look at the balance of the account.',
  'refund_other-amount': 'The service shows a refund with another amount: decide it below.',
  refund_twice: 'The service shows two refunds where one was asked for: get one of them back.',
  refund_unresolved: 'Whether a refund was carried out could not be found out: decide it below.',
  refund_unsettled: 'The service accepted a refund, and was never seen to pay it out: ask the service.',
  refund_untold: 'The service has a refund that could not be recorded in Vendure: look at the log of the server.',
};

const TEXTS: Readonly<Record<string, string>> = { ...IN_THE_MODULE, ...HERE };

/** What happened and what to do, in plain words; an unlisted code is shown as words. */
export const attentionText = (code: string): string => TEXTS[code] ?? `${code.replace(/[_-]+/g, ' ')}.`;
