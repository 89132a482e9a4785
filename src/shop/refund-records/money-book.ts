import type { RefundState } from './refund-protocol.types.js';

/** One return of money: a refund of ours, one made elsewhere, or a chargeback. */
export interface BookedReturn {
  /** Minor units. */
  readonly amount: number;
  readonly state: RefundState;
  /** When it was last sent, epoch milliseconds; absent or null when it was not. */
  readonly lastSentAt?: number | null;
}

/** All that is known of the money of one order at the service. Amounts in minor units, of one currency. */
export interface MoneyBook {
  /** What came in: as much as was captured, tips included; 0 while nothing did, or when all of it was taken back. */
  readonly paid: number;
  /** Every return of money, whoever made it and whatever became of it; each is one row. */
  readonly rows: readonly BookedReturn[];
  /** What the service last said that it has given back (`amount_refunded`). */
  readonly reported: number;
  /** When that was learnt, epoch milliseconds; absent or null when nobody knows. */
  readonly reportedAt?: number | null;
}

const NEVER_LEFT: ReadonlySet<RefundState> = new Set(['rejected', 'cancelled']);
/** The service has booked these, so that it counts them. What became of the others nobody knows, or it knows nothing of them. */
const BOOKED: ReadonlySet<RefundState> = new Set(['accepted', 'settled']);

/**
 * Whether something is an amount: a whole, positive number of minor units. A number that is not safe would be another one
 * when it is sent.
 */
export const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/** They may be at the service, or not. */
const IN_DOUBT: ReadonlySet<RefundState> = new Set(['sending', 'unknown', 'manual']);

/**
 * What the service has given back and no row tells of. A refund of ours whose fate is open explains none of it: it may be
 * a part of it, or come on top. While there is one, another that was sent after the sum was learnt is not in that sum.
 *
 * @returns minor units
 */
export function unexplainedOf({ rows, reported, reportedAt }: Omit<MoneyBook, 'paid'>): number {
  const learntAt = rows.some(({ state }) => IN_DOUBT.has(state)) ? (reportedAt ?? Infinity) : Infinity;
  let unexplained = reported;
  for (const { amount, state, lastSentAt } of rows)
    if (BOOKED.has(state) && (lastSentAt ?? 0) <= learntAt) unexplained -= amount;
  return Math.max(0, unexplained);
}

/**
 * What of one order at the service can still be given back (design §7): what came in, less every return of money that is
 * promised, done or may be, and less what the service has given back untold. Never less than nothing; and nothing when a
 * number among these makes no sense.
 *
 * @returns minor units
 * @example
 * leftIn({ paid: 10_000, rows: [{ amount: 4_000, state: 'unknown' }], reported: 1_000 }); // 5000
 */
export function leftIn(book: MoneyBook): number {
  const left = balanceIn(book);
  return isAmount(book.paid) && isAmount(left) ? left : 0;
}

/** The same, below nothing where more has left than came in; not a number when one among these makes no sense. */
export function balanceIn(book: MoneyBook): number {
  let left = book.paid - unexplainedOf(book);
  for (const { amount, state } of book.rows) if (!NEVER_LEFT.has(state)) left -= isAmount(amount) ? amount : Number.NaN;
  return left;
}
