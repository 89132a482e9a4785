import { currencyText } from '../../../protocol/currency-text.js';
import { normaliseStatus, type ListedTransaction } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { KnownTransaction, ReceivedMoney } from './merge.types.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { knownTransactions } from '../ledger/order-state.mapper.js';
import {
  awaitedStatus,
  claimsMoney,
  GIVEN_UP,
  hasFailed,
  impliesPaid,
  oneEnd,
  rankOf,
  type PaymentStatus,
} from './payment-status.js';

/**
 * The difference between an item of the transactions list and the order that the shop knows.
 * - `paid-there`: money that the shop does not know. `amount-differs`: money in another amount or currency than the
 *   attempt's.
 * - `refunded-there`: given back, unknown to the shop. `charged-back-there`: taken back by the bank, unknown to the shop.
 * - `status-differs`: anything else, for example an order that has ended there and is open here.
 */
export type ListedDifference =
  | 'paid-there'
  | 'amount-differs'
  | 'refunded-there'
  | 'charged-back-there'
  | 'status-differs';

/** The order that an item is compared with. */
export interface ListedSubject {
  readonly order: PaymentOrderEntity;
  /** The attempt with the item's `order_id`, or the one whose captured part has it. */
  readonly attempt: AttemptEntity;
}

/** The place of an item in the list. */
export interface ListedPlace {
  /** No item before it was of this order: it shows the newest transaction. */
  readonly isNewest: boolean;
  /** What this item and the items before it gave back that is not on record under the service's id, minor units. */
  readonly returned: number;
  /** All refunds of the order on record under the service's ids, minor units; they may be older than the list. */
  readonly recorded: number;
  /** What this item and the items before it brought, minor units. */
  readonly brought: number;
}

type Verdict = ListedDifference | null;
type Rule = (item: ListedTransaction, subject: ListedSubject, place: ListedPlace) => Verdict;

/** The status of an item, read like that of an order (protocol §2.8). */
function listedStatusOf(item: ListedTransaction): PaymentStatus | 'unknown' {
  const status = oneEnd(normaliseStatus(item.status));
  if (status !== 'shipped') return status;
  return awaitedStatus({ financialStatus: item.financial_status, method: item.payment_method }) ?? status;
}

/** The list does not say how a payment is captured: such an item may be a payment or an authorisation (design §7). */
const isOpenToDoubt = ({ status, financial_status }: ListedTransaction): boolean =>
  (normaliseStatus(status) === 'completed' || normaliseStatus(status) === 'shipped') &&
  normaliseStatus(financial_status) === 'initialized';

/**
 * Whether a read has shown this very status, and what it stands for: all of the money was taken or given back, or annulled, or
 * the rest of a reservation was released, while the service says void, declined, or what it said before
 * (protocol §2.4, §4.1, §6.2).
 */
const isExplained = ({ facts, held }: KnownTransaction, status: PaymentStatus): boolean =>
  (facts.status === 'chargedback' && status === 'cancelled') ||
  (held === null && oneEnd(normaliseStatus(facts.word)) === status);

/** Whether a read has clarified the meaning of this status. */
const isSettled = (
  known: KnownTransaction | undefined,
  status: PaymentStatus,
  { capture }: Pick<AttemptEntity, 'capture'>,
): boolean =>
  known?.held === null &&
  normaliseStatus(known.facts.financialStatus) === 'initialized' &&
  (known.facts.status === status ||
    isExplained(known, status) ||
    (known.facts.status === 'authorised' && capture === 'manual'));

const transactionsOf = ({ order, attempt }: ListedSubject): KnownTransaction[] =>
  knownTransactions(order).filter((each) => each.attempt === attempt.number);

/** Whether an item is a refund that was not refused. */
export const isReturned = (item: ListedTransaction): boolean => item.type === 'refund' && !hasFailed(item);

const BRINGING: ReadonlySet<string | null> = new Set(['payment', 'fastcheckout', 'coupon', null]);

/** The money that an item brought, or promises, minor units. */
export function broughtBy(item: ListedTransaction): number {
  const status = listedStatusOf(item);
  return BRINGING.has(item.type) && status !== 'unknown' && claimsMoney(status) ? (item.amount ?? 0) : 0;
}

/** The money of an item that is known, and that does not pay the order: an older attempt was paid at its own price. */
const otherIn = (
  { transaction_id: id }: ListedTransaction,
  { order, attempt }: ListedSubject,
): ReceivedMoney | undefined =>
  order.received?.find((each) => each.kind === 'other' && each.attempt === attempt.number && each.id === id);

const isPaid = (subject: ListedSubject): boolean => transactionsOf(subject).some(({ paid }) => paid);

/**
 * Whether an item has other money than was asked for. An order may be paid in parts, for example by a gift card and another
 * method: each part is listed by itself, and together they bring the amount.
 */
function isOtherMoney(item: ListedTransaction, subject: ListedSubject, { brought }: ListedPlace): boolean {
  const { amount, currency } = subject.attempt;
  if (currencyText(item.currency) !== currency || item.amount === null || item.amount > amount) return true;
  return item.amount < amount ? !isPaid(subject) || brought > amount : brought % amount > 0;
}

/** What is known to have gone back of the attempt's money, minor units: the order has the sum of its payment in best standing. */
const returnedOf = (subject: ListedSubject): number => {
  const { order, attempt } = subject;
  const others = order.received?.filter(({ kind, attempt: number }) => kind === 'other' && number === attempt.number);
  const sums = transactionsOf(subject).map(({ facts }) => facts.amountRefunded);
  return Math.max(order.amountRefunded, ...sums, ...(others ?? []).map(({ reported }) => reported));
};

const refund: Rule = (item, subject, { returned, recorded }) =>
  isReturned(item) && returned > Math.max(0, returnedOf(subject) - recorded) ? 'refunded-there' : null;

const chargeback: Rule = (item, subject) => {
  const isKnown = transactionsOf(subject).some(({ facts }) => facts.status === 'chargedback');
  return isKnown || hasFailed(item) ? null : 'charged-back-there';
};

const reversal: Rule = (_item, subject) =>
  transactionsOf(subject).some(({ facts }) => facts.status === 'chargedback') ? 'status-differs' : null;

const CHANGED: Readonly<Partial<Record<PaymentStatus, ListedDifference>>> = {
  refunded: 'refunded-there',
  partial_refunded: 'refunded-there',
  chargedback: 'charged-back-there',
};

/** For an unknown transaction: an older one without money is history, and an open one is not a difference. */
const unseen = (status: PaymentStatus, { order, attempt }: ListedSubject, { isNewest }: ListedPlace): Verdict => {
  if (order.paidAt !== null || !isNewest || order.attempt !== attempt.number) return null;
  const isOpen = rankOf(status) === rankOf('initialized') && rankOf(order.status) <= rankOf('initialized');
  return isOpen ? null : 'status-differs';
};

/** Both are ends without money: a read has shown `cancelled` for the order, and the list shows its last try as declined. */
const isSameEnd = (item: ListedTransaction, status: PaymentStatus | null): boolean =>
  status !== null && GIVEN_UP.has(status) && hasFailed(item);

const payment: Rule = (item, subject, place) => {
  const status = listedStatusOf(item);
  if (status === 'unknown') return 'status-differs';
  if (claimsMoney(status) && isOtherMoney(item, subject, place)) return 'amount-differs';
  if (item.amount !== null && item.amount < subject.attempt.amount && isPaid(subject)) return null;
  const other = otherIn(item, subject);
  if (other) return partDifference(item, other, place);
  const known = transactionsOf(subject).find(({ id }) => id !== null && id === item.transaction_id);
  if (isOpenToDoubt(item)) return isSettled(known, status, subject.attempt) ? null : 'status-differs';
  const isUnknownMoney = impliesPaid(status) && known?.paid !== true;
  if (isUnknownMoney) return 'paid-there';
  if (isSameEnd(item, known ? known.facts.status : subject.order.status) && !known?.held) return null;
  if (!known) return unseen(status, subject, place);
  if (known.facts.status === status && known.held === null) return null;
  if (isExplained(known, status)) return null;
  return CHANGED[status] ?? 'status-differs';
};

/** A gift card may be listed so. The payment of the order may be listed as well: once that is known, this adds nothing. */
const coupon: Rule = (item, subject, place) => (isPaid(subject) ? null : payment(item, subject, place));

const RULES: Readonly<Record<string, Rule>> = {
  payment,
  fastcheckout: payment,
  coupon,
  refund,
  chargeback,
  reverse_chargeback: reversal,
};

/** The difference of a captured part: whether its money stands, and what was given back of it. */
function partDifference(item: ListedTransaction, part: ReceivedMoney, { returned, recorded }: ListedPlace): Verdict {
  if (item.type === 'refund')
    return isReturned(item) && returned > Math.max(0, part.reported - recorded) ? 'refunded-there' : null;
  if (item.type === 'chargeback') return part.standing && !hasFailed(item) ? 'charged-back-there' : null;
  if (item.type === 'reverse_chargeback') return part.standing ? null : 'status-differs';
  const status = listedStatusOf(item);
  const stands = status !== 'unknown' && impliesPaid(status) && status !== 'chargedback';
  return stands === part.standing ? null : status === 'chargedback' ? 'charged-back-there' : 'status-differs';
}

/** Whether an item is about orders of shoppers, not about the account's costs and payouts. */
export const isOfOrder = ({ type }: ListedTransaction): boolean => type === null || Object.hasOwn(RULES, type);

/**
 * Compares an item of the list with the order that the shop knows (spec §4.3). Pure. The result is only a hint: a difference
 * is confirmed by a get-order, which alone changes the order (design §7).
 *
 * @returns null where they agree
 */
export function differenceOf(item: ListedTransaction, subject: ListedSubject, place: ListedPlace): Verdict {
  if (!isOfOrder(item)) return null;
  const { received } = subject.order;
  const part = received?.find(
    (each) => (each.kind === 'part' || each.kind === 'shipment') && each.serviceOrderId === item.order_id,
  );
  if (part) return partDifference(item, part, place);
  return (RULES[item.type ?? 'payment'] ?? payment)(item, subject, place);
}
