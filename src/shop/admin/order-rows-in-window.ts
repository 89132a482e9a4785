import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import type { PageStart, Place } from '../../support/index.js';
import type { PaymentOrderEntity } from '../orders/index.js';
import type { OrderBesides } from './order-plan.js';
import {
  branchQuery,
  inOrder,
  MOST_BRANCHES,
  union,
  type CreatedIn,
  type FoundOrder,
  type OrderBranch,
} from './order-rows-by-age.js';
import { rowsAt } from './order-rows-at.js';

/** The matches among the orders that were checked. */
export interface WindowRows {
  /** In the direction of the page, at most one more than a page. */
  readonly rows: readonly PaymentOrderEntity[];
  /** Where the next search begins; null when the rows exceed a page, or all orders were checked. */
  readonly end: Place | null;
}

/** How many orders are checked for one page, of all branches together; and the least number for each branch. */
const MOST_READ = 20_000;
const LEAST_READ = 200;
/** Sorts after every name of a group. */
const LAST = '\u{10FFFF}';

interface WindowRead {
  readonly start: PageStart;
  readonly created: CreatedIn;
  readonly besides: OrderBesides;
  /** How many orders are checked, of all branches together. Default 20,000. */
  readonly most?: number;
}

type BranchRead = WindowRead & { readonly most: number };

/**
 * Orders of some branches with conditions that no index covers together with the rest. A bounded number of orders is checked,
 * in the order of the list, and the place where the search ended is returned. So a page costs the same for any frequency of
 * matches.
 *
 * @param least - the least number of orders checked in each branch
 */
export async function rowsInWindow(
  tx: EntityManager,
  branches: readonly OrderBranch[],
  read: WindowRead,
  least = LEAST_READ,
): Promise<WindowRows> {
  const { start, most = MOST_READ } = read;
  const each = { ...read, most: Math.max(least, Math.floor(most / Math.max(1, branches.length))) };
  const found: FoundOrder[] = [];
  const ends: FoundOrder[] = [];
  for (let first = 0; first < branches.length; first += MOST_BRANCHES) {
    const part = branches.slice(first, first + MOST_BRANCHES);
    const fetched = (query: typeof matchesIn | typeof endOf): Promise<FoundOrder[]> =>
      union(
        tx,
        part.map((branch) => query(tx, branch, each)),
      );
    found.push(...(await fetched(matchesIn)));
    ends.push(...(await fetched(endOf)));
  }
  const { end, isSeen } = edgeOf(inOrder(ends, start)[0], start);
  const seen = inOrder(found, start).filter(isSeen);
  const rows = await rowsAt(tx, seen.slice(0, start.size + 1));
  return { rows, end: rows.length > start.size ? null : end };
}

/**
 * The place down to which every branch was checked. All orders of one instant are shown or none: branches sort ids unknown to
 * this code.
 */
function edgeOf(
  nearest: FoundOrder | undefined,
  { place, isBack }: PageStart,
): { end: Place | null; isSeen: (row: FoundOrder) => boolean } {
  if (nearest === undefined) return { end: null, isSeen: () => true };
  const { createdAt: at, group, orderId } = nearest;
  const edge: Place = isBack ? [at - 1, LAST, ''] : [at + 1, '', ''];
  // One instant has more orders than are checked at a time: the next search begins at the last order itself.
  const isStuck = place !== null && (place[0] === at || (place[0] === edge[0] && place[1] === edge[1]));
  if (isStuck) return { end: [at, group, orderId], isSeen: () => true };
  return { end: edge, isSeen: ({ createdAt }) => (isBack ? createdAt < at : createdAt > at) };
}

/** The matches among the first orders of a branch. */
function matchesIn(tx: EntityManager, branch: OrderBranch, read: BranchRead): SelectQueryBuilder<never> {
  const { besides, start, most } = read;
  const inner = branchQuery(tx, branch, read).limit(most);
  for (const property of ['status', 'attention', 'amount', 'currency']) inner.addSelect(`o.${property}`, property);
  const outer = tx
    .createQueryBuilder()
    .select(['w.group_name', 'w.order_id', 'w.created_at'])
    .from<never>(`(${inner.getQuery()})`, 'w')
    .setParameters(inner.getParameters())
    .limit(start.size + 1);
  narrow(outer, besides);
  const way = start.isBack ? 'ASC' : 'DESC';
  return outer.addOrderBy('w.created_at', way).addOrderBy('w.order_id', way);
}

function narrow(query: SelectQueryBuilder<never>, { statuses, attention, amount }: OrderBesides): void {
  if (statuses !== undefined) {
    const orNone = statuses.includes('none') ? ' OR w.status IS NULL' : '';
    query.andWhere(`(w.status IN (:...statuses)${orNone})`, { statuses });
  }
  if (attention === 'any') query.andWhere('w.attention IS NOT NULL');
  else if (attention !== undefined) query.andWhere('w.attention = :reason', { reason: attention });
  if (amount !== undefined)
    query.andWhere('w.currency = :unit AND w.amount >= :least AND w.amount <= :most', {
      unit: amount.currency,
      least: amount.least,
      most: amount.most,
    });
}

/** The last checked order of a branch; none where the branch ends before. */
const endOf = (tx: EntityManager, branch: OrderBranch, read: BranchRead) =>
  branchQuery(tx, branch, read)
    .limit(1)
    .offset(read.most - 1);
