import { refundAdviceText } from '../refund-records/index.js';

/** Why an observation was decided on as it was (`reason` of an observation): merge, ledger, polling. */
const OBSERVATION_REASONS: Readonly<Record<string, string>> = {
  'abandoned-kept-open': 'the session was left unfinished, and this shop keeps such orders open',
  'amount-mismatch': 'the amount or the currency is not what the shop asked for',
  'amount-missing': 'it says that money came, but not how much',
  expired_unconfirmed: 'the time to pay is over, and the service has not said how it ended',
  facts: 'it told something new about the payment',
  'newer-but-back': 'it takes a step back so soon after a payment that it may be the older word',
  'no-modified-time': 'it does not say when the order was changed',
  older: 'it is older than what is known',
  'older-but-higher': 'it is older by its time, yet further along',
  'older-than-message': 'the answer is older than what a notification has said',
  'order-id-differs': 'it speaks of another order',
  'order-id-missing': 'it does not say which order it is about',
  'paid-after-end': 'money came for an order that had ended',
  'read-before-change': 'it was asked for before the last change was known',
  'refund-shrank': 'it would take back a refund that was seen',
  'same-facts': 'it says what was known already',
  'same-second': 'two changes carry the same second',
  'unknown-status': 'the status is a word that no one knows yet',
  unreadable: 'the service could not be asked several times',
  'unusual-change': 'such a change is not a usual one',
  'would-undo-payment': 'it would undo a payment',
};

/** Why a request to the notification route was refused. */
const REFUSAL_REASONS: Readonly<Record<string, string>> = {
  'body-by-get': 'a GET request came with a body',
  'body-too-large': 'the body was larger than a notification can be',
  'content-encoding': 'the body was packed; the service sends it as it is',
  future: 'it was signed for a time that is still to come: look at the clocks',
  malformed: 'the Auth header was not one',
  mismatch: 'the signature is not of any key of this terminal group: a wrong key, another body, or a stranger',
  missing: 'there was no Auth header: not the service, or something on the way takes it off',
  'no-body': 'there was no body',
  'no-timestamp': 'the address had no timestamp: not a notification',
  'not-json': 'signed by the service, and not readable',
  'not-sent-as-json': 'the body was not sent as JSON',
  'order-id-not-storable': 'signed by the service, with an order id that cannot be one',
  'order-mismatch': 'the address names another order than the signed body',
  'raw-body-missing': 'the host did not keep the bytes of the body (rawBody)',
  stale: 'it was signed too long ago: a late copy, or look at the clocks',
};

/** Why a person should look at an order (`attention`), and what to do about it. */
const ATTENTIONS: Readonly<Record<string, string>> = {
  amount_mismatch: 'Money came in another amount or currency than the shop asked for; it does not count as paid.',
  expired_unconfirmed:
    'The time to pay is over, and the service has not said how it ended: sync it, or ask the service.',
  paid_after_cancel: 'It was paid after it had been cancelled: deliver it after all, or refund the money.',
  paid_twice: 'It was paid more than once: refund the surplus.',
  payment_in_doubt: 'It was paid, and the service keeps saying otherwise: look at it there before goods are sent.',
  voided: 'It was paid, and the payment was annulled at the service: the money does not come.',
  unreadable: 'The service could not be asked about it several times; it is tried again later.',
};

const spelt = (code: string): string => code.replace(/[_-]+/g, ' ');

/**
 * Why an observation was decided on as it was, in plain words.
 *
 * @param code - `reason` of an observation, several joined by `+`
 * @example
 * reasonText('same-facts'); // 'it says what was known already'
 */
export const reasonText = (code: string): string => OBSERVATION_REASONS[code] ?? spelt(code.replaceAll('+', ', '));

/** Why a request to the notification route was refused, in plain words. */
export const refusalText = (code: string): string => REFUSAL_REASONS[code] ?? spelt(code);

/** Why a person should look at an order, and what to do, in plain words. */
export const attentionText = (code: string): string =>
  ATTENTIONS[code] ?? refundAdviceText(code.replace(/^refund_/, '')) ?? `${spelt(code)}.`;
