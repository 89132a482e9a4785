import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { beyond, engineOf } from '../../database/engine/index.js';
import { compareText, type PageStart } from '../../support/index.js';
import { PaymentOrderEntity, type PaymentStatus } from '../orders/index.js';
import { rowsAt } from './order-rows-at.js';

/** A part of the list whose rows stand next to one another in an index: what each of them has. */
export interface OrderBranch {
  readonly group: string;
  /** Undefined: any. */
  readonly status?: PaymentStatus | 'none' | undefined;
  /** Undefined: whether or not a person should look. */
  readonly attention?: string | undefined;
  /** Undefined: however it was paid. */
  readonly method?: string | undefined;
  /** In minor units; undefined: any. */
  readonly money?: { readonly currency: string; readonly amount: number } | undefined;
}

/** Created in which time, epoch milliseconds: from inclusive, to exclusive. */
export interface CreatedIn {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A query of orders, named `o`. */
export type Query = SelectQueryBuilder<PaymentOrderEntity>;
/** An order, and its place in the list. */
export type FoundOrder = Pick<PaymentOrderEntity, 'createdAt' | 'group' | 'orderId'>;

/** Selects in one statement; SQLite takes five hundred. */
export const MOST_BRANCHES = 100;

/**
 * The newest orders of some branches, or those before a place, read as far as a page needs: each branch through its own
 * part of an index, in its order, and put together here. So the page costs the same however many orders there are.
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

/** Rows of several branches as the list has them, in the direction of the page. */
export function inOrder(found: readonly FoundOrder[], { isBack }: PageStart): FoundOrder[] {
  const direction = isBack ? -1 : 1;
  // Rows of one group and time keep the order in which the database gave them: it alone knows how it sorts ids.
  return [...found].sort((a, b) => direction * (b.createdAt - a.createdAt || compareText(b.group, a.group)));
}

/** The rows of one branch as far as a page needs, in the order of an index. */
export function branchQuery(
  tx: EntityManager,
  { group, status, attention, method, money }: OrderBranch,
  { start, created }: { start: PageStart; created: CreatedIn },
): Query {
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
  // PostgreSQL does not see that what is null in all rows need not be sorted by; others do not see it where it is said.
  if (status === 'none' && engineOf(tx.connection) === 'postgres') query.orderBy('o.status', way);
  if (created.from !== undefined) query.andWhere('o.createdAt >= :from', { from: created.from });
  if (created.to !== undefined) query.andWhere('o.createdAt < :to', { to: created.to });
  if (start.place) beyondPlace(query, group, start);
  return query.addOrderBy('o.createdAt', way).addOrderBy('o.orderId', way);
}

/** Of what was created at the same time, whole groups lie on one side of the place. */
function beyondPlace(query: Query, group: string, { place, isBack: isRising }: PageStart): void {
  const [at = 0, ofGroup = '', id = ''] = place ?? [];
  const side = compareText(group, String(ofGroup)) * (isRising ? 1 : -1);
  if (side > 0) query.andWhere(`o.createdAt ${isRising ? '>=' : '<='} :at`, { at });
  else if (side < 0) beyond(query, { columns: ['o.createdAt'], place: [at], isRising });
  else beyond(query, { columns: ['o.createdAt', 'o.orderId'], place: [at, id], isRising });
}

/** The rows of several selects in one statement. */
export async function union(
  tx: EntityManager,
  queries: readonly Pick<Query, 'getQueryAndParameters'>[],
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
