import type { EntityManager } from 'typeorm';
import { NotificationEntity } from '../notifications/index.js';
import type { NotificationFilter, NotificationPage, NotificationSummary } from './replay.types.js';

const DEFAULT_LIMIT = 50;
const MOST = 1_000;

/** Everything about a notification but its content. */
const WITHOUT_BODY = ['id', 'group', 'orderId', 'receivedAt', 'state', 'attempts', 'dueAt', 'lastError'].map(
  (column) => `n.${column}`,
);

/** One page, the newest first. With a state the index over state and time answers it; without one the order of ids does. */
export async function pageOf(tx: EntityManager, filter: NotificationFilter): Promise<NotificationPage> {
  const { state, group, before, limit = DEFAULT_LIMIT } = filter;
  const take = Math.min(Math.max(1, Math.trunc(limit)), MOST);
  const query = tx.createQueryBuilder(NotificationEntity, 'n').select(WITHOUT_BODY);
  if (state) query.where('n.state = :state', { state }).orderBy('n.dueAt', 'DESC');
  if (group !== undefined) query.andWhere('n.group = :group', { group });
  if (before !== undefined) query.andWhere(...olderThan(before, state !== undefined));
  const rows = await query
    .addOrderBy('n.id', 'DESC')
    .limit(take + 1)
    .getMany();
  const page = rows.slice(0, take);
  const last = page.at(-1);
  return {
    notifications: page.map(toSummary),
    next: last && rows.length > take ? `${last.id}.${last.dueAt}` : null,
  };
}

/** A bound on the index first, then what lies beside it; an alternative alone would make databases sort all of them. */
function olderThan(cursor: string, byTime: boolean): [string, object] {
  const [id = '', time = ''] = cursor.split('.');
  const dueAt = Number(time) || 0;
  return byTime ? ['n.dueAt <= :dueAt AND (n.dueAt < :dueAt OR n.id < :id)', { dueAt, id }] : ['n.id < :id', { id }];
}

const toSummary = (row: NotificationEntity): NotificationSummary => ({
  id: row.id,
  group: row.group,
  orderId: row.orderId,
  receivedAt: row.receivedAt,
  state: row.state,
  attempts: row.attempts,
  reason: row.lastError,
});
