import type { RefundState, SeenStatus } from './refund-protocol.types.js';

/** An amount as somebody gives it: whole minor units of a currency, if it is right. */
export interface WantedAmount {
  readonly amount: unknown;
  readonly currency: unknown;
}

/** What decides whether an amount may be given back. Amounts in minor units, of one currency. */
export interface IntakeCase {
  /** What was captured; 0 while nothing is. */
  readonly paid: number;
  readonly currency: string;
  /** Every refund of ours of this order, whatever its state. */
  readonly own: readonly { readonly amount: number; readonly state: RefundState }[];
  /** Those made elsewhere, what no transaction tells of included (as `completed`). */
  readonly elsewhere: readonly { readonly amount: number; readonly status: SeenStatus }[];
}

/** Why an amount cannot be given back. */
export type IntakeRefusal = 'invalid-amount' | 'other-currency' | 'not-paid' | 'exceeds-remaining';

/** Whether an amount can be reserved. `remaining`: what is left, after it when it is; minor units. */
export type IntakeVerdict =
  | { readonly ok: true; readonly amount: number; readonly remaining: number }
  | { readonly ok: false; readonly reason: IntakeRefusal; readonly remaining: number };

const FREES: ReadonlySet<RefundState> = new Set(['rejected', 'cancelled']);
const IS_GONE: ReadonlySet<SeenStatus> = new Set(['declined', 'void']);

/** A whole, positive number of minor units; a number that is not safe would be another one when it is sent. */
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

/**
 * What can still be given back: what was paid, less all that is promised or done. Never less than nothing; and nothing
 * when a number among these makes no sense.
 *
 * @returns minor units
 * @example
 * remainingOf({ paid: 10_000, currency: 'EUR', own: [{ amount: 6_000, state: 'unknown' }], elsewhere: [] }); // 4000
 */
export function remainingOf({ paid, own, elsewhere }: IntakeCase): number {
  let left = paid;
  for (const { amount, state } of own) if (!FREES.has(state)) left -= isAmount(amount) ? amount : Number.NaN;
  for (const { amount, status } of elsewhere) if (!IS_GONE.has(status)) left -= isAmount(amount) ? amount : Number.NaN;
  return isAmount(paid) && isAmount(left) ? left : 0;
}

/**
 * Whether an amount may be given back: reserved and done together never exceed what was paid (scenario R2). To be
 * judged under the order's lock, so that of two at once the second sees the first.
 *
 * Nothing, a part of a cent, or no amount at all is refused: the service would give back all that is left.
 *
 * @example
 * judgeIntake({ amount: 6_000, currency: 'EUR' }, { paid: 10_000, currency: 'EUR', own: [], elsewhere: [] });
 */
export function judgeIntake(wanted: WantedAmount, order: IntakeCase): IntakeVerdict {
  const remaining = remainingOf(order);
  const refuse = (reason: IntakeRefusal): IntakeVerdict => ({ ok: false, reason, remaining });
  const { amount, currency } = wanted;
  if (!isAmount(amount)) return refuse('invalid-amount');
  if (currency !== order.currency) return refuse('other-currency');
  if (!isAmount(order.paid)) return refuse('not-paid');
  if (amount > remaining) return refuse('exceeds-remaining');
  return { ok: true, amount, remaining: remaining - amount };
}
