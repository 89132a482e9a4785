import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { engineOf } from '../../database/engine/index.js';
import { PaymentOrderEntity, type PaymentStatus } from '../orders/index.js';
import { rowsAt } from './order-rows-at.js';
import type { OrderPlace, PageStart } from './order-place.js';

/** A part of the list whose rows stand next to one another in an index: what each of them has. */
export interface OrderBranch {
  readonly group: string;
  /** Undefined: any. */
  readonly status?: PaymentStatus | 'none' | undefined;
  /** Undefined: whether or not a person should look. */
  readonly attention?: string | undefined;
}

/** Created in which time, epoch milliseconds: from inclusive, to exclusive. */
export interface CreatedIn {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

type Query = SelectQueryBuilder<PaymentOrderEntity>;

/** Selects in one statement; SQLite takes five hundred. */
const MOST_BRANCHES = 100;

/**
 * The newest orders of some branches, or those before a place, read as far as a page needs: each branch through its own
 * part of an index, in its order, and put together here. So the page costs the same however many orders there are.
 */
export async function rowsByAge(
  tx: EntityManager,
  branches: readonly OrderBranch[],
  { start, created }: { start: PageStart; created: CreatedIn },
): Promise<PaymentOrderEntity[]> {
  const places: OrderPlace[] = [];
  for (let first = 0; first < branches.length; first += MOST_BRANCHES) {
    const queries = branches
      .slice(first, first + MOST_BRANCHES)
      .map((branch) => branchQuery(tx, branch, { start, created }));
    places.push(...(await union(tx, queries)));
  }
  const turn = start.back ? -1 : 1;
  // Rows of one group and time keep the order in which the database gave them: it alone knows how it sorts ids.
  const sorted = places.sort((a, b) => turn * (b.createdAt - a.createdAt || compare(b.group, a.group)));
  return rowsAt(tx, sorted.slice(0, start.size + 1));
}

function branchQuery(
  tx: EntityManager,
  { group, status, attention }: OrderBranch,
  { start, created }: { start: PageStart; created: CreatedIn },
): Query {
  const query = tx
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select('o.group', 'group_name')
    .addSelect('o.orderId', 'order_id')
    .addSelect('o.createdAt', 'created_at')
    .where('o.group = :group', { group })
    .limit(start.size + 1);
  const way = start.back ? 'ASC' : 'DESC';
  if (attention !== undefined) query.andWhere('o.attention = :attention', { attention });
  if (status === 'none') query.andWhere('o.status IS NULL');
  else if (status !== undefined) query.andWhere('o.status = :status', { status });
  // PostgreSQL does not see that what is null in all rows need not be sorted by; others do not see it where it is said.
  if (status === 'none' && engineOf(tx.connection) === 'postgres') query.orderBy('o.status', way);
  if (created.from !== undefined) query.andWhere('o.createdAt >= :from', { from: created.from });
  if (created.to !== undefined) query.andWhere('o.createdAt < :to', { to: created.to });
  if (start.place) beyond(query, group, { place: start.place, back: start.back });
  return query.addOrderBy('o.createdAt', way).addOrderBy('o.orderId', way);
}

/** A bound on the index first, then what lies beside it; an alternative alone would make databases sort all of them. */
function beyond(query: Query, group: string, { place, back }: { place: OrderPlace; back: boolean }): void {
  const sign = back ? '>' : '<';
  const { createdAt: at, orderId: id } = place;
  const side = compare(group, place.group) * (back ? 1 : -1);
  // Of what was created at the same time, whole groups lie on one side of the place.
  query.andWhere(`o.createdAt ${sign}${side < 0 ? '' : '='} :at`, { at });
  if (side === 0) query.andWhere(`(o.createdAt ${sign} :at OR o.orderId ${sign} :id)`, { at, id });
}

/** The rows of several selects in one statement. */
async function union(tx: EntityManager, queries: readonly Query[]): Promise<OrderPlace[]> {
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

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
