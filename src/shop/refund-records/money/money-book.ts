import { BOOKED_STATES, type RefundState, UNPAID_STATES } from '../protocol/refund-protocol.types.js';

/** One return of money: an own refund, an external one, or a chargeback. */
export interface BookedReturn {
  /** Minor units. */
  readonly amount: number;
  readonly state: RefundState;
  /** When it was last sent, epoch milliseconds; absent or null when it was not. */
  readonly lastSentAt?: number | null;
}

/** All that is known of the money of one order at the service. Amounts in minor units, of one currency. */
export interface MoneyBook {
  /** The money received: as much as was captured, tips included; 0 while there was none, or when all of it was taken back. */
  readonly paid: number;
  /** Every return of money, by anyone and with any outcome; each is one row. */
  readonly rows: readonly BookedReturn[];
  /** The amount that the service last reported as given back (`amount_refunded`). */
  readonly reported: number;
  /** When that was learnt, epoch milliseconds; absent or null when unknown. */
  readonly reportedAt?: number | null;
  /** Whether the service says that a part was given back, and neither a sum nor a row says how much. */
  readonly isPartUnknown?: boolean;
}

/**
 * Whether a value is an amount: a whole, positive number of minor units. An unsafe integer would become another number when
 * it is sent.
 */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** These may or may not be at the service. */
const IN_DOUBT: ReadonlySet<RefundState> = new Set(['sending', 'unknown', 'manual']);

/**
 * The amount that the service has given back and that no row explains. An own refund with an open outcome explains none of
 * it: it may be part of it, or come in addition. While there is one, a refund sent after the sum was learnt is not in that
 * sum.
 *
 * @returns minor units
 */
export function unexplainedOf({ rows, reported, reportedAt }: Omit<MoneyBook, 'paid'>): number {
  const learntAt = rows.some(({ state }) => IN_DOUBT.has(state)) ? (reportedAt ?? Infinity) : Infinity;
  let unexplained = reported;
  for (const { amount, state, lastSentAt } of rows)
    if (BOOKED_STATES.has(state) && (lastSentAt ?? 0) <= learntAt) unexplained -= amount;
  return Math.max(0, unexplained);
}

/**
 * The amount of one order at the service that can still be refunded (design §7): the money received, minus every return that
 * is promised, done or possible, and minus what the service has given back without a row. Never less than zero; zero when one
 * of the numbers is invalid, or while it is unknown how much went back.
 *
 * @returns minor units
 * @example
 * leftIn({ paid: 10_000, rows: [{ amount: 4_000, state: 'unknown' }], reported: 1_000 }); // 5000
 */
export function leftIn(book: MoneyBook): number {
  const isKnown = book.isPartUnknown !== true || book.rows.some(({ state }) => BOOKED_STATES.has(state));
  const left = isKnown ? balanceIn(book) : 0;
  return isAmount(book.paid) && isAmount(left) ? left : 0;
}

/** Like {@link leftIn}, but negative where more has left than was received; NaN when one of the numbers is invalid. */
export function balanceIn(book: MoneyBook): number {
  let left = book.paid - unexplainedOf(book);
  for (const { amount, state } of book.rows)
    if (!UNPAID_STATES.has(state)) left -= isAmount(amount) ? amount : Number.NaN;
  return left;
}
