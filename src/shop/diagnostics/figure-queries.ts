import { LessThanOrEqual, MoreThan, type EntityManager, type EntityTarget } from 'typeorm';
import { countUpTo, type ClaimableRow } from '../../database/engine/index.js';
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

/** What is looked at, and when (epoch milliseconds). */
export interface Sight {
  readonly em: EntityManager;
  /** Names of the terminal groups. */
  readonly groups: readonly string[];
  readonly at: number;
}

/** For how long the row that has waited longest has been due; what waits for its next try is not late. */
async function overdueMs(
  { em, at }: Sight,
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

/** How notifications fare. */
export async function inboxSigns(sight: Sight): Promise<InboxFigures> {
  const count = (state: NotificationEntity['state']) =>
    countUpTo(sight.em, NotificationEntity, { state }, COUNTED_AT_MOST);
  return {
    pending: await count('pending'),
    oldestPendingMs: await overdueMs(sight, NotificationEntity),
    unmatched: await count('unmatched'),
    parked: await count('parked'),
  };
}

/** How after-commit effects fare. */
export async function effectSigns(sight: Sight): Promise<EffectFigures> {
  const count = (state: OutboxEntity['state']) => countUpTo(sight.em, OutboxEntity, { state }, COUNTED_AT_MOST);
  return {
    pending: await count('pending'),
    oldestPendingMs: await overdueMs(sight, OutboxEntity),
    failed: await count('dead'),
  };
}

/** What is unfinished, and what somebody should look at. */
export async function orderSigns({ em, at }: Sight): Promise<OrderFigures> {
  const state = 'pending';
  const [oldest] = await em.find(PollEntity, {
    select: { id: true, openedAt: true },
    where: { state },
    order: { openedAt: 'ASC' },
    take: 1,
  });
  return {
    unfinished: await countUpTo(em, PollEntity, { state }, COUNTED_AT_MOST),
    oldestUnfinishedMs: oldest ? Math.max(0, at - oldest.openedAt) : null,
    // Some engines cannot use an index for IS NOT NULL.
    attention: await countUpTo(em, PaymentOrderEntity, { attention: MoreThan('') }, COUNTED_AT_MOST),
    toRecheck: await countStanding(em),
  };
}

/** How the looks fare. */
export async function pollingSigns(sight: Sight): Promise<PollingFigures> {
  const signs = { due: 0, overdueMs: 0 };
  for (const group of sight.groups) {
    const due = { group, state: 'pending' as const, dueAt: LessThanOrEqual(sight.at) };
    signs.due += await countUpTo(sight.em, PollEntity, due, COUNTED_AT_MOST);
    signs.overdueMs = Math.max(signs.overdueMs, (await overdueMs(sight, PollEntity, { group })) ?? 0);
  }
  return { ...signs, due: Math.min(signs.due, COUNTED_AT_MOST) };
}

/** How refunds fare. */
export async function refundSigns(sight: Sight): Promise<RefundFigures> {
  const { em, at } = sight;
  const count = (state: RefundEntity['state']) => countUpTo(em, RefundEntity, { state }, COUNTED_AT_MOST);
  const state = 'queued';
  const [oldest] = await em.find(RefundEntity, {
    select: { id: true, createdAt: true },
    where: { state },
    order: { createdAt: 'ASC' },
    take: 1,
  });
  const lanes: LaneFigures[] = [];
  for (const group of sight.groups) lanes.push(await laneSigns(sight, group));
  return {
    queued: await count(state),
    oldestUnsentMs: oldest ? Math.max(0, at - oldest.createdAt) : null,
    unknown: await count('unknown'),
    manual: await count('manual'),
    lanes,
  };
}

async function laneSigns({ em, at }: Sight, group: string): Promise<LaneFigures> {
  const lane = await em.findOneBy(RefundLaneEntity, { id: group });
  const count = (state: RefundEntity['state']) => countUpTo(em, RefundEntity, { group, state }, COUNTED_AT_MOST);
  const counts = { queued: await count('queued'), sending: await count('sending') };
  const state = laneStateOf(lane, counts, at);
  const isMoving = counts.queued > 0 && state !== 'paused';
  const nextSlotAt = isMoving ? Math.max(at, lane?.nextSlotAt ?? 0, lane?.pausedUntil ?? 0) : null;
  return { group, queued: counts.queued, nextSlotAt, state };
}
