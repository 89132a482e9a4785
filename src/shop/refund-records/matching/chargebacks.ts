import type { OrderStanding, RelatedTransaction } from '../../../protocol/index.js';
import { isLive, typeOf } from './related-refunds.js';

/** Money that the shopper's bank took back. */
export interface SeenChargeback {
  /** The service's identifier of it; null for all those together that have none. */
  readonly id: string | null;
  /** The part of it that the bank has not given back since, minor units. */
  readonly standing: number;
}

const isChargeback = (row: RelatedTransaction): boolean => typeOf(row) === 'chargeback';

/**
 * The chargebacks that an order lists, and the amount of each that stands: the whole order where none is stated. The service
 * does not say which chargeback a reversal belongs to: the oldest of the same amount, or else the oldest that stand. Pure.
 *
 * @example
 * const taken = (order: OrderStanding) => chargebacksIn(order).reduce((sum, { standing }) => sum + standing, 0);
 */
export function chargebacksIn({
  amount: whole,
  related_transactions,
}: Pick<OrderStanding, 'amount' | 'related_transactions'>): SeenChargeback[] {
  // A failed chargeback stands with the amount 0: it may be stored from the time when it stood.
  const taken = related_transactions
    .filter(isChargeback)
    .map((row) => ({ row, amount: isLive(row) ? (row.amount ?? whole ?? 0) : 0 }));
  // Without an id, each row is a chargeback: if they were left out, the money could be refunded as well.
  const standing = new Map(taken.map((each) => [each.row.transaction_id ?? each.row, each]));
  for (const reversal of related_transactions) {
    if (typeOf(reversal) !== 'reverse_chargeback' || !isLive(reversal)) continue;
    let left = reversal.amount ?? 0;
    const all = [...standing.values()];
    const same = all.find(({ amount }) => amount === left);
    for (const each of same ? [same] : all) {
      const given = Math.min(left, each.amount);
      each.amount -= given;
      left -= given;
    }
  }
  const sums = new Map<string | null, number>();
  for (const { row, amount } of standing.values())
    sums.set(row.transaction_id, (sums.get(row.transaction_id) ?? 0) + amount);
  return [...sums].map(([id, sum]) => ({ id, standing: sum }));
}
