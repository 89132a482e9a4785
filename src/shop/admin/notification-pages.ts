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
  const { state, group, before, after, limit = DEFAULT_LIMIT } = filter;
  const take = Math.min(Math.max(1, Math.trunc(limit)), MOST);
  const isBack = before === undefined && after !== undefined;
  const way = isBack ? 'ASC' : 'DESC';
  const query = tx.createQueryBuilder(NotificationEntity, 'n').select(WITHOUT_BODY);
  if (state) query.where('n.state = :state', { state }).orderBy('n.dueAt', way);
  if (group !== undefined) query.andWhere('n.group = :group', { group });
  const place = before ?? after;
  if (place !== undefined) query.andWhere(...beyond(place, { byTime: state !== undefined, isBack }));
  const rows = await query
    .addOrderBy('n.id', way)
    .limit(take + 1)
    .getMany();
  return toPage(rows, { take, isBack, isFirst: place === undefined });
}

/** A bound on the index first, then what lies beside it; an alternative alone would make databases sort all of them. */
function beyond(place: string, { byTime, isBack }: { byTime: boolean; isBack: boolean }): [string, object] {
  const [id = '', time = ''] = place.split('.');
  const dueAt = Number(time) || 0;
  const sign = isBack ? '>' : '<';
  const bound = `n.dueAt ${sign}= :dueAt AND (n.dueAt ${sign} :dueAt OR n.id ${sign} :id)`;
  return byTime ? [bound, { dueAt, id }] : [`n.id ${sign} :id`, { id }];
}

/** One row more than fits was read: that one tells whether the list goes on in the direction that was read. */
function toPage(
  rows: readonly NotificationEntity[],
  { take, isBack, isFirst }: { take: number; isBack: boolean; isFirst: boolean },
): NotificationPage {
  const isMore = rows.length > take;
  const page = isBack ? rows.slice(0, take).reverse() : rows.slice(0, take);
  const place = (row: NotificationEntity | undefined): string | null => (row ? `${row.id}.${row.dueAt}` : null);
  return {
    notifications: page.map(toSummary),
    previous: isBack ? (isMore ? place(page[0]) : null) : isFirst ? null : place(page[0]),
    next: isBack || isMore ? place(page.at(-1)) : null,
  };
}

/** Copies what may be shown in a list. */
export const toSummary = (row: NotificationEntity): NotificationSummary => ({
  id: row.id,
  group: row.group,
  orderId: row.orderId,
  receivedAt: row.receivedAt,
  state: row.state,
  attempts: row.attempts,
  reason: row.lastError,
});
