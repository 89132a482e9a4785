import { isAmount, leftIn, type BookedReturn } from './money-book.js';
import type { SeenStatus } from '../protocol/refund-protocol.types.js';
import { STATE_OF } from '../protocol/refund-transitions.js';

/** A requested amount: whole minor units of a currency, if it is valid. */
export interface WantedAmount {
  readonly amount: unknown;
  readonly currency: unknown;
}

/** The facts that decide whether an amount may be refunded. Amounts in minor units, of one currency. */
export interface RefundableCase {
  /** The money received; 0 while there was none. */
  readonly paid: number;
  readonly currency: string;
  /** Every own refund of this order, in any state. */
  readonly own: readonly BookedReturn[];
  /** External refunds, as the service shows them. */
  readonly elsewhere: readonly { readonly amount: number; readonly status: SeenStatus }[];
  /** The amount that the service last reported as given back; absent where it reported none. */
  readonly reported?: number;
  /** When that was learnt, epoch milliseconds; absent or null when unknown. */
  readonly reportedAt?: number | null;
  /** See `MoneyBook`. */
  readonly isPartUnknown?: boolean;
}

/** Why an amount cannot be refunded. */
export type AmountRefusal = 'invalid-amount' | 'other-currency' | 'not-paid' | 'exceeds-remaining';

/** Whether an amount can be reserved. `remaining`: what is left, after the reservation if it is possible; minor units. */
export type AmountVerdict =
  | { readonly ok: true; readonly amount: number; readonly remaining: number }
  | { readonly ok: false; readonly reason: AmountRefusal; readonly remaining: number };

/**
 * The amount that can still be refunded; see {@link leftIn}.
 *
 * @returns minor units
 * @example
 * remainingOf({ paid: 10_000, currency: 'EUR', own: [{ amount: 6_000, state: 'unknown' }], elsewhere: [] }); // 4000
 */
export function remainingOf({ paid, own, elsewhere, reported = 0, ...learnt }: RefundableCase): number {
  const shown = elsewhere.map(({ amount, status }) => ({ amount, state: STATE_OF[status] }));
  return leftIn({ ...learnt, paid, rows: [...own, ...shown], reported });
}

/**
 * Whether an amount may be refunded: reserved and done refunds together never exceed what was paid (scenario R2). The caller
 * must hold the order's lock, so that of two at once the second sees the first.
 *
 * Zero, a part of a cent, or a value that is not an amount is refused: the service would refund all that is left.
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
