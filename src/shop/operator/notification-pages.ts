import { LessThan, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { NotificationEntity } from '../notifications/index.js';
import type { NotificationFilter, NotificationPage, NotificationSummary } from './replay.types.js';

const DEFAULT_LIMIT = 50;
const MOST = 1_000;

/** Everything about a notification but its content. */
const WITHOUT_BODY = {
  id: true,
  group: true,
  orderId: true,
  receivedAt: true,
  state: true,
  attempts: true,
  dueAt: true,
  lastError: true,
} as const;

type Where = FindOptionsWhere<NotificationEntity>;

/**
 * One page, the newest first. With a state the index over state and time answers it; without one the order of ids does.
 */
export async function pageOf(tx: EntityManager, filter: NotificationFilter): Promise<NotificationPage> {
  const { state, group, before, limit = DEFAULT_LIMIT } = filter;
  const take = Math.min(Math.max(1, Math.trunc(limit)), MOST);
  const [id = '', dueAt = ''] = before?.split('.') ?? [];
  const common = { ...(state && { state }), ...(group === undefined ? {} : { group }) };
  const byTime: Where[] = [
    { ...common, dueAt: LessThan(Number(dueAt)) },
    { ...common, dueAt: Number(dueAt), id: LessThan(id) },
  ];
  const byId: Where = { ...common, id: LessThan(id) };
  const rows = await tx.find(NotificationEntity, {
    select: WITHOUT_BODY,
    where: before === undefined ? common : state ? byTime : byId,
    order: state ? { dueAt: 'DESC', id: 'DESC' } : { id: 'DESC' },
    take: take + 1,
  });
  const page = rows.slice(0, take);
  const last = page.at(-1);
  return {
    notifications: page.map(toSummary),
    next: last && rows.length > take ? `${last.id}.${last.dueAt}` : null,
  };
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
