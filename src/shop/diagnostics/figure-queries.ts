import { In, LessThanOrEqual, MoreThan, type EntityManager, type EntityTarget, type FindOptionsWhere } from 'typeorm';
import { countUpTo, readRows, type ClaimableRow } from '../../database/engine/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';
import { countStanding, PaymentOrderEntity } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { laneStateOf } from '../refunds/index.js';
import { RefundEntity, RefundLaneEntity } from '../refund-records/index.js';
import {
  COUNTED_AT_MOST,
  type EffectFigures,
  type InboxFigures,
  type LaneFigures,
  type OrderFigures,
  type PollingFigures,
  type RefundFigures,
} from './diagnostics-figures.js';
import { unfinishedAttempts } from './unfinished-attempts.js';

/** What is read, and the time of the read (epoch milliseconds). */
export interface DiagnosticsQuery {
  readonly em: EntityManager;
  /** Names of the terminal groups. */
  readonly groups: readonly string[];
  readonly at: number;
}

/** Up to so many groups are read one by one, each up to a bound. */
const FEW_GROUPS = 20;
/** Names in one statement. */
const CHUNK = 500;
const NONE: ReadonlySet<string> = new Set();

/** The groups with such rows: of a thousand groups most have none, and each would be read at every scrape. */
async function groupsWith<Row extends { readonly group: string }>(
  { em, groups }: DiagnosticsQuery,
  entity: EntityTarget<Row>,
  where: FindOptionsWhere<Row>,
): Promise<ReadonlySet<string>> {
  if (groups.length <= FEW_GROUPS) return new Set(groups);
  const found = new Set<string>();
  for (let start = 0; start < groups.length; start += CHUNK) {
    const among = { ...where, group: In(groups.slice(start, start + CHUNK)) } as FindOptionsWhere<Row>;
    const query = em.createQueryBuilder(entity, 'r').select('r.group', 'name').distinct(true).where(among);
    for (const { name } of await query.getRawMany<{ name: string }>()) found.add(name);
  }
  return found;
}

/** How long the row that has waited longest has been due. A row that waits for its next try is not late. */
async function overdueMs(
  { em, at }: DiagnosticsQuery,
  entity: EntityTarget<ClaimableRow<string>>,
  where: Partial<{ group: string }> = {},
): Promise<number | null> {
  const pending = { ...where, state: 'pending' };
  const [first] = await em.find(entity, {
    select: { id: true, dueAt: true },
    where: pending,
    order: { dueAt: 'ASC' },
    take: 1,
  });
  return first && first.dueAt <= at ? at - first.dueAt : null;
}

/** The figures of notifications. */
export async function inboxFigures(query: DiagnosticsQuery): Promise<InboxFigures> {
  const count = (state: NotificationEntity['state']) =>
    countUpTo(query.em, NotificationEntity, { state }, COUNTED_AT_MOST);
  return {
    pending: await count('pending'),
    oldestPendingMs: await overdueMs(query, NotificationEntity),
    unmatched: await count('unmatched'),
    parked: await count('parked'),
  };
}

/** The figures of after-commit effects. */
export async function effectFigures(query: DiagnosticsQuery): Promise<EffectFigures> {
  const count = (state: OutboxEntity['state']) => countUpTo(query.em, OutboxEntity, { state }, COUNTED_AT_MOST);
  return {
    pending: await count('pending'),
    oldestPendingMs: await overdueMs(query, OutboxEntity),
    failed: await count('dead'),
  };
}

/** The figures of unfinished orders, and of those that need attention. */
export async function orderFigures({ em, at }: DiagnosticsQuery): Promise<OrderFigures> {
  const { count, oldestAt } = await unfinishedAttempts(em);
  return {
    unfinished: count,
    oldestUnfinishedMs: oldestAt === null ? null : Math.max(0, at - oldestAt),
    // Some engines cannot use an index for IS NOT NULL.
    attention: await countUpTo(em, PaymentOrderEntity, { attention: MoreThan('') }, COUNTED_AT_MOST),
    toRecheck: await countStanding(em),
  };
}

/** The figures of polls. */
export async function pollingFigures(query: DiagnosticsQuery): Promise<PollingFigures> {
  const figures = { due: 0, overdueMs: 0 };
  const due = { state: 'pending' as const, dueAt: LessThanOrEqual(query.at) };
  for (const group of await groupsWith(query, PollEntity, due)) {
    const late = await countUpTo(query.em, PollEntity, { group, ...due }, COUNTED_AT_MOST);
    // Where the database is far away, twenty groups would take longer than a health check may.
    if (late === 0) continue;
    figures.due += late;
    figures.overdueMs = Math.max(figures.overdueMs, (await overdueMs(query, PollEntity, { group })) ?? 0);
  }
  return { ...figures, due: Math.min(figures.due, COUNTED_AT_MOST) };
}

/** The figures of refunds. */
export async function refundFigures(query: DiagnosticsQuery): Promise<RefundFigures> {
  const { em, at } = query;
  const count = (state: RefundEntity['state']) => countUpTo(em, RefundEntity, { state }, COUNTED_AT_MOST);
  const state = 'queued';
  const [oldest] = await em.find(RefundEntity, {
    select: { id: true, createdAt: true },
    where: { state },
    order: { createdAt: 'ASC' },
    take: 1,
  });
  const rows = await readRows(em, RefundLaneEntity, { property: 'id', values: query.groups });
  const laneOf = new Map(rows.map((row) => [row.id, row]));
  const isAnyBusy = oldest !== undefined || (await count('sending')) > 0;
  const busy = isAnyBusy ? await groupsWith(query, RefundEntity, { state: In(['queued', 'sending']) }) : NONE;
  const lanes: LaneFigures[] = [];
  for (const group of query.groups)
    lanes.push(await laneFigures(query, { group, lane: laneOf.get(group) ?? null, isBusy: busy.has(group) }));
  return {
    queued: await count(state),
    oldestUnsentMs: oldest ? Math.max(0, at - oldest.createdAt) : null,
    unknown: await count('unknown'),
    manual: await count('manual'),
    lanes,
  };
}

interface Lane {
  readonly group: string;
  readonly lane: RefundLaneEntity | null;
  /** Whether any refund waits or is being sent. */
  readonly isBusy: boolean;
}

async function laneFigures({ em, at }: DiagnosticsQuery, { group, lane, isBusy }: Lane): Promise<LaneFigures> {
  const count = async (state: RefundEntity['state']): Promise<number> =>
    isBusy ? countUpTo(em, RefundEntity, { group, state }, COUNTED_AT_MOST) : 0;
  const counts = { queued: await count('queued'), sending: await count('sending') };
  const state = laneStateOf(lane, counts, at);
  const isMoving = counts.queued > 0 && state !== 'paused';
  const nextSlotAt = isMoving ? Math.max(at, lane?.nextSlotAt ?? 0, lane?.pausedUntil ?? 0) : null;
  return { group, queued: counts.queued, nextSlotAt, state };
}
