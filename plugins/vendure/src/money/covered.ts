import type { Payment } from '@vendure/core';

/** Refunds in these states have gone out, or are on their way. */
const GIVEN: ReadonlySet<string> = new Set(['Pending', 'Settled']);

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * What payments cover, in Vendure's form: refunded amounts have to be paid again. Vendure itself counts a refund only when it is
 * settled, which takes a day here: until then it would be of the opinion that nothing is left to pay.
 *
 * @param payments - those that count, with their refunds
 */
export const coveredBy = (payments: readonly Payment[]): number =>
  sum(payments.map(({ amount }) => amount)) -
  sum(payments.flatMap(({ refunds }) => refunds.filter(({ state }) => GIVEN.has(state)).map(({ total }) => total)));
