import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { beyond, engineOf } from '../../database/engine/index.js';
import { compareText, type PageStart } from '../../support/index.js';
import { PaymentOrderEntity, type PaymentStatus } from '../orders/index.js';
import { rowsAt } from './order-rows-at.js';

/** A part of the list whose rows are neighbours in an index: the values that they share. */
export interface OrderBranch {
  readonly group: string;
  /** Undefined: any. */
  readonly status?: PaymentStatus | 'none' | undefined;
  /** Undefined: with or without a reason for attention. */
  readonly attention?: string | undefined;
  /** Undefined: any method. */
  readonly method?: string | undefined;
  /** In minor units; undefined: any. */
  readonly money?: { readonly currency: string; readonly amount: number } | undefined;
}

/** The time of creation, epoch milliseconds: from inclusive, to exclusive. */
export interface CreatedIn {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A query of orders, named `o`. */
export type OrderQuery = SelectQueryBuilder<PaymentOrderEntity>;
/** An order, and its place in the list. */
export type FoundOrder = Pick<PaymentOrderEntity, 'createdAt' | 'group' | 'orderId'>;

/** Most selects in one statement; SQLite allows five hundred. */
export const MOST_BRANCHES = 100;

/**
 * The newest orders of some branches, or those before a place, as many as a page needs: each branch is read through its own
 * part of an index, in its order, and the branches are merged here. So a page costs the same for any number of orders.
 */
export async function rowsByAge(
  tx: EntityManager,
  branches: readonly OrderBranch[],
  { start, created }: { start: PageStart; created: CreatedIn },
): Promise<PaymentOrderEntity[]> {
  const found: FoundOrder[] = [];
  for (let first = 0; first < branches.length; first += MOST_BRANCHES) {
    const queries = branches
      .slice(first, first + MOST_BRANCHES)
      .map((branch) => branchQuery(tx, branch, { start, created }));
    found.push(...(await union(tx, queries)));
  }
  return rowsAt(tx, inOrder(found, start).slice(0, start.size + 1));
}

/** Rows of several branches in the order of the list, in the direction of the page. */
export function inOrder(found: readonly FoundOrder[], { isBack }: PageStart): FoundOrder[] {
  const direction = isBack ? -1 : 1;
  // Rows with the same group and time keep the database's order: only the database knows how it sorts ids.
  return [...found].sort((a, b) => direction * (b.createdAt - a.createdAt || compareText(b.group, a.group)));
}

/** The rows of one branch that a page needs, in the order of an index. */
export function branchQuery(
  tx: EntityManager,
  { group, status, attention, method, money }: OrderBranch,
  { start, created }: { start: PageStart; created: CreatedIn },
): OrderQuery {
  const query = tx
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select('o.group', 'group_name')
    .addSelect('o.orderId', 'order_id')
    .addSelect('o.createdAt', 'created_at')
    .where('o.group = :group', { group })
    .limit(start.size + 1);
  const way = start.isBack ? 'ASC' : 'DESC';
  if (attention !== undefined) query.andWhere('o.attention = :attention', { attention });
  if (method !== undefined) query.andWhere('o.paymentMethod = :method', { method });
  if (money !== undefined) query.andWhere('o.currency = :currency AND o.amount = :amount', money);
  if (status === 'none') query.andWhere('o.status IS NULL');
  else if (status !== undefined) query.andWhere('o.status = :status', { status });
  // PostgreSQL does not know that a column with only nulls needs no sorting; other engines are misled by naming the column.
  if (status === 'none' && engineOf(tx.connection) === 'postgres') query.orderBy('o.status', way);
  if (created.from !== undefined) query.andWhere('o.createdAt >= :from', { from: created.from });
  if (created.to !== undefined) query.andWhere('o.createdAt < :to', { to: created.to });
  if (start.place) beyondPlace(query, group, start);
  return query.addOrderBy('o.createdAt', way).addOrderBy('o.orderId', way);
}

/** Of rows with the same time, whole groups lie on one side of the place. */
function beyondPlace(query: OrderQuery, group: string, { place, isBack: isRising }: PageStart): void {
  const [at = 0, ofGroup = '', id = ''] = place ?? [];
  const side = compareText(group, String(ofGroup)) * (isRising ? 1 : -1);
  if (side > 0) query.andWhere(`o.createdAt ${isRising ? '>=' : '<='} :at`, { at });
  else if (side < 0) beyond(query, { columns: ['o.createdAt'], place: [at], isRising });
  else beyond(query, { columns: ['o.createdAt', 'o.orderId'], place: [at, id], isRising });
}

/** The rows of several selects in one statement. */
export async function union(
  tx: EntityManager,
  queries: readonly Pick<OrderQuery, 'getQueryAndParameters'>[],
): Promise<FoundOrder[]> {
  const parameters: unknown[] = [];
  const selects = queries.map((query, index) => {
    const [sql, own] = query.getQueryAndParameters();
    const first = parameters.length;
    parameters.push(...(own as unknown[]));
    const numbered = sql.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + first}`);
    return `SELECT * FROM (${numbered}) part_${index}`;
  });
  if (selects.length === 0) return [];
  const rows: { group_name: string; order_id: string; created_at: unknown }[] = await tx.query(
    selects.join(' UNION ALL '),
    parameters,
  );
  return rows.map((row) => ({ group: row.group_name, orderId: row.order_id, createdAt: Number(row.created_at) }));
}
