import { errorMeaning, isListedCode, isLocalErrorCode, LOCAL_ERRORS } from '../../../protocol/index.js';
import type { RefundReason, RefundState } from '../protocol/refund-protocol.types.js';

/**
 * The text for a state of a refund: an entry of {@link REFUND_LABELS}.
 *
 * @example
 * const waiting: RefundLabel = { name: 'waiting', text: 'waits to be sent' };
 */
export interface RefundLabel {
  /** One or two words, for a mark or a count. */
  readonly name: string;
  /** The rest of the sentence after "The refund": `is being sent`. */
  readonly text: string;
}

/**
 * Every state of a refund in plain words: the pages, the timeline and the command line use these, and the shop's own pages
 * may do so, too. In English.
 *
 * @example
 * const words = (refund: Refund): string => `The refund ${REFUND_LABELS[refund.state].text}.`;
 */
export const REFUND_LABELS: Readonly<Record<RefundState, RefundLabel>> = {
  queued: { name: 'waiting', text: 'waits to be sent' },
  sending: { name: 'being sent', text: 'is being sent to the service' },
  accepted: { name: 'accepted', text: 'is accepted by the service; the money goes out with its next payout' },
  settled: { name: 'paid out', text: 'is paid out: the money is on its way to the customer' },
  rejected: { name: 'refused', text: 'was not carried out; the amount can be refunded again' },
  unknown: {
    name: 'not known yet',
    text: 'may or may not have reached the service, which is asked until that is known; it is not sent again before',
  },
  manual: {
    name: 'needs a decision',
    text: 'needs a decision on whether it was carried out; nothing more is sent until then',
  },
  cancelled: { name: 'cancelled', text: 'was cancelled before any money left' },
};

/** Why a refund is in its state. */
const REASONS: Readonly<Record<RefundReason | 'TIMEOUT' | 'NETWORK' | 'SERVICE_1016' | 'SERVICE_1034', string>> = {
  lost: 'The process that was sending it ended before the answer came.',
  exhausted: 'It was sent as often as allowed, and each time was proved not to have arrived.',
  unresolved: 'Whether it was carried out could not be found out.',
  unsettled: 'The service accepted it, and was never seen to pay it out.',
  declined: 'The service or the bank declined it after it had been accepted.',
  void: 'It was cancelled at the service.',
  cancelled: 'It was cancelled here.',
  twice: 'The service shows two refunds where one was asked for.',
  'other-amount': 'The service shows it with another amount.',
  ambiguous: 'The service shows refunds that may be ours or someone else’s.',
  revived: 'The service carried it out after it had ended here.',
  unsent: 'The service shows it, although it was never sent from here.',
  failing: 'Refunds do not get through to the service.',
  refused: 'The service refused it as often as it is tried.',
  untold: 'The service accepted it, and a handler of the shop failed.',
  'low-balance': 'The service refuses refunds of several orders, as it does when the balance is too low.',
  decided: 'A person decided.',
  TIMEOUT: 'No answer came in time.',
  NETWORK: 'The connection broke before an answer came.',
  SERVICE_1016: 'The service answered 1016: something is missing. A lender takes refunds by articles alone.',
  SERVICE_1034:
    'The service answered 1034: it may have it already, have seen the same amount too recently, or the balance is too low.',
};

const DECIDE = 'Look at its evidence and decide.';

/** What to do about a reason for which an order gets its `attention`. */
const ADVICE: Readonly<Partial<Record<keyof typeof REASONS, string>>> = {
  ambiguous: DECIDE,
  declined: 'Refund the money in another way.',
  exhausted: DECIDE,
  failing: 'Look at the settings of the group.',
  'other-amount': DECIDE,
  twice: 'Get one of them back.',
  'low-balance': 'Top up the account’s balance; the refunds are sent by themselves then.',
  unresolved: DECIDE,
  unsettled: 'Ask the service.',
};

const MEND = 'Correct the settings of the terminal group; the refund is sent by itself then.';

/** Codes of failed calls begin with a capital; reasons of the module do not. */
const ERROR_CODE = /^[A-Z]/;

const isReason = (reason: string): reason is keyof typeof REASONS => Object.hasOwn(REASONS, reason);

/**
 * Why a refund is in its state, in words: the `stateReason` of a refund, which is a word of the module, a code of a failed
 * call or `SERVICE_` and a code of the service (spec §5); a code that is not listed is named. In English.
 *
 * @example
 * refundReasonText('SERVICE_1040'); // 'The reason given was error 1040.'
 */
export const refundReasonText = (reason: string): string => {
  if (isReason(reason)) return REASONS[reason];
  if (isLocalErrorCode(reason)) return LOCAL_ERRORS[reason].cause;
  const code = Number(/^SERVICE_(\d+)$/.exec(reason)?.[1] ?? Number.NaN);
  if (isListedCode(code)) return `The service answered ${code}: ${errorMeaning(code, 'refund').name}.`;
  return `The reason given was ${reason.replace(/^SERVICE_/, 'error ')}.`;
};

/**
 * Why a person should look at an order with such a refund, and what to do; null for a reason that is not listed.
 *
 * @example
 * refundAdviceText('twice'); // 'A refund needs attention. The service shows two … Get one of them back.'
 */
export const refundAdviceText = (reason: string): string | null => {
  if (isReason(reason)) return ['A refund needs attention.', REASONS[reason], ADVICE[reason]].filter(Boolean).join(' ');
  return ERROR_CODE.test(reason) ? `A refund waits: the account is refused. ${refundReasonText(reason)} ${MEND}` : null;
};
