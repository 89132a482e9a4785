import { isAmount, leftIn, type MoneyBook } from './money-book.js';

/** The facts that decide whether an amount may be refunded. */
export interface RefundableCase extends MoneyBook {
  readonly currency: string;
}

/** Why an amount cannot be refunded. */
export type AmountRefusal = 'invalid-amount' | 'other-currency' | 'not-paid' | 'exceeds-remaining';

/** Whether an amount can be reserved. */
export type AmountVerdict =
  | { readonly ok: true; readonly amount: number }
  | { readonly ok: false; readonly reason: AmountRefusal };

/**
 * Whether an amount may be refunded: reserved and done refunds together never exceed what was paid (scenario R2). The caller
 * must hold the order's lock, so that of two at once the second sees the first.
 *
 * Zero, a part of a cent, or a value that is not an amount is refused: the service would refund all that is left.
 *
 * @example
 * checkRefundAmount({ amount: 6_000, currency: 'EUR' }, { paid: 10_000, currency: 'EUR', rows: [], reported: 0 });
 */
export function checkRefundAmount(
  { amount, currency }: { readonly amount: unknown; readonly currency: unknown },
  order: RefundableCase,
): AmountVerdict {
  const refuse = (reason: AmountRefusal): AmountVerdict => ({ ok: false, reason });
  if (!isAmount(amount)) return refuse('invalid-amount');
  if (currency !== order.currency) return refuse('other-currency');
  if (!isAmount(order.paid)) return refuse('not-paid');
  return amount > leftIn(order) ? refuse('exceeds-remaining') : { ok: true, amount };
}
