import { valueAt } from '../../support/index.js';
import type { AttentionReason } from '../core/index.js';
import { refundAdviceText } from '../refund-records/index.js';
import type { OrderMoney } from './order-money.js';
import { UNSEEN } from './reconciliation/unseen-try.js';

/** The reasons of outcomes (`reason` of an observation): merge, ledger, polling. */
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

/** Why a person should look at an order (`attention`), and what to do about it. */
const ATTENTIONS: Readonly<Record<AttentionReason, string>> = {
  amount_mismatch:
    'Money came in another amount or currency than the shop asked for; it does not count as paid: ask for the rest, or refund what came.',
  expired_unconfirmed:
    'The time to pay is over, and the service has not said how it ended: sync it, or ask the service.',
  paid_after_cancel: 'It was paid after it had been cancelled: deliver it after all, or refund the money.',
  paid_twice: 'It was paid more than once: refund the surplus, if both payments still stand.',
  payment_in_doubt: 'It was paid, and the service keeps saying otherwise: look at it there before goods are sent.',
  voided:
    'It was paid, and the payment was annulled at the service, so the money does not come: stop the delivery; if goods have left, ask the customer to pay again.',
  payment_unseen:
    'The service lists a payment of it, and reads of the order do not show it: look at it there, then deliver, or refund what came.',
  unreadable:
    'Reading it failed several times: a handler of the shop fails, or the service refuses it. See the log, then read it again.',
};

const spelt = (code: string): string => code.replace(/[_-]+/g, ' ');

/**
 * The reason of an observation's outcome, in plain words.
 *
 * @param code - `reason` of an observation, several joined by `+`
 * @example
 * reasonText('same-facts'); // 'it says what was known already'
 */
export const reasonText = (code: string): string =>
  OBSERVATION_REASONS[code] ??
  (code.startsWith(`${UNSEEN} `)
    ? `the service lists the paid transaction ${code.slice(UNSEEN.length + 1)}, and reads do not show it`
    : spelt(code.replaceAll('+', ', ')));

/** The remaining task for an order that was paid twice, once there is no surplus left. */
const SURPLUS_BACK = 'It was paid more than once. The surplus is refunded or being refunded: mark it as handled.';

/** The same if all that is known to have come is refunded: what came besides it, under the same order id, is not. */
const ALL_BACK =
  'It was paid more than once. All that can be refunded from here is refunded or being refunded: see what is left in the pages of the service, then mark it as handled.';

/** The part of an order's money that decides what remains to be done. */
type Settled = Pick<OrderMoney, 'asked' | 'surplus' | 'received' | 'refunded' | 'onItsWay'>;

/** A surplus in another currency is not calculated. If a payment does not stand, nothing of it was refunded. */
function isSurplusBack({ asked, surplus, received: [came, ...others], refunded, onItsWay }: Settled): boolean {
  const isMore = came !== undefined && others.length === 0 && came.amount > asked.amount;
  return surplus === null && isMore && refunded.amount + onItsWay.amount > 0;
}

/**
 * One page that was paid twice is one order at the service, which is counted once; or of two payments one does not stand. To
 * refund more in either case would give everything back.
 */
function isAllBack({ asked, surplus, received: [came, ...others], refunded, onItsWay }: Settled): boolean {
  const isOnce = came !== undefined && others.length === 0 && came.amount <= asked.amount;
  return surplus === null && isOnce && refunded.amount + onItsWay.amount >= came.amount;
}

/** Why a person should look at an order, and what to do, in plain words. */
export const attentionText = (code: string): string =>
  valueAt(ATTENTIONS, code) ?? refundAdviceText(code.replace(/^refund_/, '')) ?? `${spelt(code)}.`;

/** What remains to be done about one order, with its money if that is known, in plain words. */
export function toDoText(code: string, money?: Settled): string {
  if (code !== 'paid_twice' || !money) return attentionText(code);
  return isSurplusBack(money) ? SURPLUS_BACK : isAllBack(money) ? ALL_BACK : attentionText(code);
}
