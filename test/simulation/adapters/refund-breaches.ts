import type { Order } from '../../../src/index.js';
import type { Breach } from '../engine/schedules.js';
import { isLive, refundsOf, type BookedRefund } from './booked-refunds.js';
import type { Invariant } from './journal.js';

const EQUAL_AMOUNT_MS = 300_000;
/** The service tells the time in whole seconds. */
const ROUNDING_MS = 1_000;

/** A refund as the shop has it. */
export interface RefundRow {
  readonly tag: string;
  readonly state: string;
  readonly amount: number;
}

type Found = Breach<Invariant>;

/** Compares an order's refunds in the shop with those that the service shows. */
export function refundBreaches(orderId: string, rows: readonly RefundRow[], orders: readonly Order[]): Found[] {
  const booked = orders.flatMap(refundsOf);
  const tags = new Set(rows.map(({ tag }) => tag));
  const ours = booked.filter(({ tag }) => tags.has(tag)).sort((a, b) => a.at - b.at);
  return [
    ...rows.flatMap((row) =>
      rowBreaches(
        row,
        booked.filter(({ tag }) => tag === row.tag),
      ),
    ),
    ...equalAmounts(ours),
    ...orders.flatMap((order) => tooMuch(orderId, order)),
  ];
}

function rowBreaches({ tag, state, amount }: RefundRow, booked: readonly BookedRefund[]): Found[] {
  const live = booked.filter(isLive);
  const found: Found[] = [];
  if (live.length > 1) found.push({ invariant: 'S1', text: `${tag} is booked ${live.length} times` });
  if (booked.some((each) => each.amount !== amount))
    found.push({ invariant: 'S1', text: `${tag} is booked over another amount` });
  if (state === 'settled' && live.length !== 1)
    found.push({ invariant: 'T1', text: `${tag} is settled, and the service has ${live.length}` });
  const isOver = state === 'rejected' || state === 'cancelled';
  if (isOver && live.length > 0) found.push({ invariant: 'T1', text: `${tag} is ${state}, and the service has it` });
  return found;
}

function equalAmounts(ours: readonly BookedRefund[]): Found[] {
  return ours.flatMap((refund, index): Found[] => {
    const before = ours.slice(0, index).findLast(({ amount, tag }) => amount === refund.amount && tag !== refund.tag);
    const gap = before ? refund.at - before.at : Infinity;
    if (gap >= EQUAL_AMOUNT_MS - ROUNDING_MS) return [];
    return [{ invariant: 'S4', text: `${refund.tag}: ${gap} ms after an equal amount` }];
  });
}

function tooMuch(orderId: string, order: Order): Found[] {
  const live = refundsOf(order).filter(isLive);
  const sum = live.reduce((total, { amount }) => total + amount, 0);
  if (sum <= (order.amount ?? 0)) return [];
  return [{ invariant: 'S2', text: `${orderId}: ${sum} of ${order.amount} are given back` }];
}
