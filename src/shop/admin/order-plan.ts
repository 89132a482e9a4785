import { ORDER_STATUSES, ORDER_STATUS_TABLE } from '../../protocol/index.js';
import type { OrderBranch } from './order-rows-by-age.js';
import type { AmountRange, OrderFilter } from './order-search.types.js';

/** Statuses of orders that were paid, also if the money went back later. */
export const PAID_STATUSES = ORDER_STATUSES.filter((status) => ORDER_STATUS_TABLE[status].paid);

/** Conditions on orders that no index covers together with the rest. */
export interface OrderBesides {
  /** One of these statuses; `none`: the service has reported nothing yet. */
  readonly statuses?: readonly string[];
  /** One reason for attention, or `any`. */
  readonly attention?: string;
  readonly amount?: AmountRange;
}

/** How orders are found: by parts of an index, and by conditions within them. */
export interface OrderPlan {
  readonly branches: readonly OrderBranch[];
  /** Null where the branches cover all conditions. */
  readonly besides: OrderBesides | null;
}

/** What is known of the existing orders. */
interface Known {
  readonly groups: readonly string[];
  readonly attentions: readonly string[];
}

const UNFINISHED = ['none', 'initialized', 'uncleared', 'reserved', 'authorised', 'declined'] as const;

/** The statuses that are searched for under one name. */
function statusesOf({ status }: OrderFilter): readonly OrderBranch['status'][] {
  if (status === 'unfinished') return UNFINISHED;
  if (status === 'paid') return PAID_STATUSES;
  // Release 0.1 stored `void` for what is `cancelled` now.
  return status === 'cancelled' ? ['cancelled', 'void'] : [status];
}

/**
 * Chooses the index for a filter: that of status and attention; otherwise the one that finds fewest, of an exact amount, then
 * of the method. The other conditions are checked within the result.
 */
export function orderPlan(filter: OrderFilter, known: Known): OrderPlan {
  const { method, amount, status, attention } = filter;
  if (method === undefined && amount === undefined) return { branches: branchesOf(filter, known), besides: null };
  const isExact = amount !== undefined && amount.least === amount.most;
  if (!isExact && method === undefined) return { branches: branchesOf(filter, known), besides: { amount: amount! } };
  const besides: OrderBesides = {
    ...(status !== undefined && { statuses: statusesOf(filter).map(String) }),
    ...(attention !== undefined && { attention }),
    ...(amount !== undefined && !isExact && { amount }),
  };
  const by = isExact ? { money: { currency: amount.currency, amount: amount.least } } : {};
  const branches = known.groups.map((group) => ({ group, ...by, ...(method !== undefined && { method }) }));
  return { branches, besides: Object.keys(besides).length === 0 ? null : besides };
}

function branchesOf(filter: OrderFilter, { groups, attentions }: Known): OrderBranch[] {
  const reasons = filter.attention === 'any' ? attentions : [filter.attention];
  return reasons.flatMap((attention) =>
    groups.flatMap((group) => statusesOf(filter).map((status) => ({ group, status, attention }))),
  );
}
