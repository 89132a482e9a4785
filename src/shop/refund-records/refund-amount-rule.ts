import { isAmount, leftIn, type BookedReturn } from './money-book.js';
import type { SeenStatus } from './refund-protocol.types.js';
import { STATE_OF } from './refund-transitions.js';

/** An amount as somebody gives it: whole minor units of a currency, if it is right. */
export interface WantedAmount {
  readonly amount: unknown;
  readonly currency: unknown;
}

/** What decides whether an amount may be given back. Amounts in minor units, of one currency. */
export interface RefundableCase {
  /** What came in; 0 while nothing did. */
  readonly paid: number;
  readonly currency: string;
  /** Every refund of ours of this order, whatever its state. */
  readonly own: readonly BookedReturn[];
  /** Those made elsewhere, as the service shows them. */
  readonly elsewhere: readonly { readonly amount: number; readonly status: SeenStatus }[];
  /** What the service last said that it has given back; nothing where it said nothing. */
  readonly reported?: number;
  /** When that was learnt, epoch milliseconds; absent or null when nobody knows. */
  readonly reportedAt?: number | null;
}

/** Why an amount cannot be given back. */
export type AmountRefusal = 'invalid-amount' | 'other-currency' | 'not-paid' | 'exceeds-remaining';

/** Whether an amount can be reserved. `remaining`: what is left, after it when it is; minor units. */
export type AmountVerdict =
  | { readonly ok: true; readonly amount: number; readonly remaining: number }
  | { readonly ok: false; readonly reason: AmountRefusal; readonly remaining: number };

/**
 * What can still be given back of a case; see {@link leftIn}.
 *
 * @returns minor units
 * @example
 * remainingOf({ paid: 10_000, currency: 'EUR', own: [{ amount: 6_000, state: 'unknown' }], elsewhere: [] }); // 4000
 */
export function remainingOf({ paid, own, elsewhere, reported = 0, reportedAt }: RefundableCase): number {
  const shown = elsewhere.map(({ amount, status }) => ({ amount, state: STATE_OF[status] }));
  return leftIn({ paid, rows: [...own, ...shown], reported, reportedAt });
}

/**
 * Whether an amount may be given back: reserved and done together never exceed what was paid (scenario R2). To be
 * judged under the order's lock, so that of two at once the second sees the first.
 *
 * Nothing, a part of a cent, or no amount at all is refused: the service would give back all that is left.
 *
 * @example
 * checkRefundAmount({ amount: 6_000, currency: 'EUR' }, { paid: 10_000, currency: 'EUR', own: [], elsewhere: [] });
 */
export function checkRefundAmount(wanted: WantedAmount, order: RefundableCase): AmountVerdict {
  const remaining = remainingOf(order);
  const refuse = (reason: AmountRefusal): AmountVerdict => ({ ok: false, reason, remaining });
  const { amount, currency } = wanted;
  if (!isAmount(amount)) return refuse('invalid-amount');
  if (currency !== order.currency) return refuse('other-currency');
  if (!isAmount(order.paid)) return refuse('not-paid');
  if (amount > remaining) return refuse('exceeds-remaining');
  return { ok: true, amount, remaining: remaining - amount };
}
