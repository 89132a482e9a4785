import { merge } from '../../../src/shop/orders/merge/merge.js';
import { chapterOf, leavingOut } from '../chapter.js';
import { orderHistory, type OrderHistory } from './order-history.js';
import type { Merge } from './order-product.js';
import { OrderTrial } from './order-trial.js';

/** Defects of the decision about an observed order. */
const DEFECTS: Readonly<Record<string, Merge>> = {
  'a message counts as much as an answer of the API': (state, observed, rules) =>
    merge(state, { ...observed, authoritative: true, readAt: observed.readAt ?? observed.seenAt }, rules),
  'an answer of a copy that lags is taken at its word': (state, observed, rules) =>
    merge(state, observed, { onAbandoned: 'cancel', ...rules, readLagMs: 0 }),
  'a repeated status is no news, whatever else is in it': (state, observed, rules) => {
    const known = state.transactions.find(({ id }) => id === observed.order.transaction_id);
    const isRepeat = known?.facts.word === observed.order.status;
    return isRepeat ? { kind: 'duplicate', reason: 'same-status' } : merge(state, observed, rules);
  },
  'any amount pays an order': (state, observed, rules) =>
    merge(state, { ...observed, order: { ...observed.order, amount: state.amount, currency: state.currency } }, rules),
  'a payment that is annulled was none': (state, observed, rules) => {
    const decision = merge(state, observed, rules);
    if (!('next' in decision)) return decision;
    const isLost = (status: string): boolean => status === 'cancelled' || status === 'expired';
    const transactions = decision.next.transactions.map((each) => ({
      ...each,
      paid: each.paid && !isLost(each.facts.status),
    }));
    return { ...decision, next: { ...decision.next, transactions } };
  },
  'completed with initialized is always an authorisation': (state, observed, rules) => {
    const { order, attempt } = observed;
    const details = { ...order.payment_details, capture: 'manual' };
    return merge(state, { ...observed, attempt, order: { ...order, payment_details: details } }, rules);
  },
};

/** A history without one of its deliveries or one of its states. */
function* without(history: OrderHistory): Iterable<OrderHistory> {
  for (const deliveries of leavingOut(history.deliveries)) yield { ...history, deliveries };
  if (history.changes.length < 2) return;
  for (const changes of leavingOut(history.changes)) yield { ...history, changes };
}

/** What an order amounts to, by all that was seen of it. */
export const ordersChapter = chapterOf<OrderHistory, Merge>({
  name: 'orders',
  says: 'what notifications and reads make of an order',
  make: orderHistory,
  play: (history, defect) => new OrderTrial(history, defect).play(),
  without,
  defects: DEFECTS,
});
