import { In, MoreThan, type EntityManager } from 'typeorm';
import { insertOrIgnore, lockFreeRows } from '../../../database/engine/index.js';
import type { TerminalGroup } from '../../core/index.js';
import { PaymentOrderEntity } from '../../orders/index.js';
import {
  isOpen,
  LaneGuards,
  type EarlierRefund,
  type GuardScope,
  type RefundLikeness,
  RefundLaneEntity,
  RefundEntity,
} from '../../refund-records/index.js';
import type { LaneQueue, QueuedRefund } from './lane-plan.js';

/** What decides about sending a refund, apart from the refund itself. */
export interface LaneMoment {
  readonly group: TerminalGroup;
  readonly scope: GuardScope;
  /** Whether the account is being refused: meanwhile, refused refunds wait until all others were sent. */
  readonly isRefused: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Leaves out refunds of orders in another mode than the group's; used only where the first refund is of such an order. */
  readonly isOwnModeOnly?: boolean;
  /** Orders whose refunds are left out. */
  readonly locked?: readonly string[];
}

const OPEN = ['sending', 'unknown'] as const;
const LIKENESS = { id: true, orderId: true, amount: true, currency: true } as const;
const EARLIER = { ...LIKENESS, state: true, lastSentAt: true, arrivedBy: true } as const;
/** By which factor the number of rows grows when all rows before have to wait. */
const GROWTH = 8;
/** How many locked orders are left out at a time. */
const MOST_LOCKED = 20;
const QUEUED = ['orderId', 'amount', 'currency', 'batchId', 'notBefore', 'refusedAt'] as const;

/** What a lane has met, if it affects the next refund; a lane without a row has met nothing. */
export const metBy = (lane: RefundLaneEntity | null): Pick<LaneMoment, 'scope' | 'isRefused'> => ({
  scope: lane?.guardScope ?? 'order',
  isRefused: lane !== null && lane.refusals > 0,
});

/** When the next slot of a lane can be, by its row; its lease may end sooner. */
export const freeAt = ({ nextSlotAt, pausedUntil, dueAt }: RefundLaneEntity): number =>
  Math.max(nextSlotAt, pausedUntil, dueAt);

/** Whether a slot of a lane can be taken now (`now`: epoch milliseconds). */
export const isFree = (lane: RefundLaneEntity, now: number): boolean => lane.state === 'pending' && freeAt(lane) <= now;

/** Ensures that lanes exist. A new lane is due at once. */
export async function addLanes(em: EntityManager, groups: readonly string[]): Promise<void> {
  const lanes = groups.map((id) => ({ id, state: 'pending' as const, dueAt: 0 }));
  await insertOrIgnore(em, RefundLaneEntity, lanes, ['id']);
}

/** The lanes of these groups with refunds that wait. */
export async function lanesWithWork(em: EntityManager, groups: readonly string[]): Promise<RefundLaneEntity[]> {
  const lanes = em.createQueryBuilder(RefundLaneEntity, 'lane').where({ id: In([...groups]) });
  const queued = lanes
    .subQuery()
    .select('1')
    .from(RefundEntity, 'refund')
    .where(`refund.group = lane.id AND refund.state = 'queued' AND refund.held = 0`);
  return lanes.andWhere(`EXISTS ${queued.getQuery()}`).getMany();
}

/** Why a refund is left out: its order is of another mode than its group has here, or another transaction has locked it. */
export type ReasonLeft = 'other-mode' | 'locked';

/**
 * The refund to send next, see {@link nextOf}, with its order locked until the end of the transaction. Two kinds wait while
 * others are sent: a refund of an order in another mode, which in this environment may be another customer's, and a refund of
 * an order that another transaction keeps locked: its answer could not be stored, and the lane would wait for that.
 *
 * @param onLeft - called with each that waits
 */
export async function nextRefund(
  em: EntityManager,
  moment: LaneMoment,
  onLeft: (refund: RefundEntity, why: ReasonLeft) => void,
): Promise<RefundEntity | null> {
  const locked: string[] = [];
  let isOwnModeOnly = false;
  while (locked.length <= MOST_LOCKED) {
    const refund = await nextOf(em, { ...moment, isOwnModeOnly, locked });
    const why = refund && (await reasonLeft(em, moment.group, refund));
    if (!why) return refund;
    if (why === 'locked') locked.push(refund.orderId);
    else isOwnModeOnly = true;
    onLeft(refund, why);
  }
  return null;
}

/** Locks the order of a refund, unless it waits for another transaction. */
async function reasonLeft(
  em: EntityManager,
  { name: group, mode }: TerminalGroup,
  { orderId }: RefundEntity,
): Promise<ReasonLeft | null> {
  const ofRefund = { equal: { group }, property: 'orderId', values: [orderId] } as const;
  const [order] = await lockFreeRows(em, PaymentOrderEntity, ofRefund);
  if (order) return order.mode === mode ? null : 'other-mode';
  return (await em.existsBy(PaymentOrderEntity, { group, orderId })) ? 'locked' : null;
}

/**
 * The refund to send next: the same as by {@link planLane}, but found by the database. The query returns about as few rows as
 * there are amounts that wait for an equal one, and one more.
 *
 * @returns null when none may be sent now
 */
async function nextOf(em: EntityManager, moment: LaneMoment): Promise<RefundEntity | null> {
  const cooling = await coolingOf(em, moment);
  const guards = new LaneGuards(cooling, moment.group.refunds, { ...moment, roundTripMs: 0 });
  // An amount usually has two rows, for refunds of batches and for others, and one more row is free. While the account is
  // refused, each refused refund is a separate row: with a fixed limit the search would end before the free one.
  for (let limit = 2 * cooling.length + 1; ; limit *= GROWTH) {
    const best = await candidates(em, moment, limit);
    const first = best.find((each) => guards.pairFreeAt(each) <= moment.now);
    if (first) return em.findOneBy(RefundEntity, { id: first.id });
    if (best.length < limit) return null;
  }
}

/** Whether a refund must wait after all. Read again when its slot is stored, because the guards may have changed. */
export async function mustWait(em: EntityManager, refund: RefundEntity, moment: LaneMoment): Promise<boolean> {
  const { group, orderId, amount, currency } = refund;
  const ofOrder = await em.findBy(RefundEntity, { group, orderId });
  const equal = moment.scope === 'group' ? await coolingOf(em, moment, { amount, currency }) : [];
  const earlier = [...ofOrder.filter(({ id }) => id !== refund.id), ...equal];
  const guards = new LaneGuards(earlier, moment.group.refunds, { ...moment, roundTripMs: 0 });
  return Math.max(guards.orderFreeAt(orderId), guards.pairFreeAt(refund)) > moment.now;
}

/** The input for a plan of a lane. */
export async function laneQueue(em: EntityManager, moment: LaneMoment): Promise<LaneQueue> {
  const { name: group } = moment.group;
  const queued = await queuedOf(em, moment);
  const open = await em.find(RefundEntity, { select: EARLIER, where: { group, state: In([...OPEN]) } });
  const cooling = await coolingOf(em, moment);
  return { queued, earlier: [...open, ...cooling.filter((each) => !isOpen(each))] };
}

/** May be thousands, for every page that shows a plan: read as plain rows, without entities. */
async function queuedOf(em: EntityManager, { group, isRefused }: LaneMoment): Promise<QueuedRefund[]> {
  const query = em.createQueryBuilder(RefundEntity, 'refund').select('refund.id', 'id');
  for (const column of QUEUED) query.addSelect(`refund.${column}`, column);
  const rows = await query.where({ group: group.name, state: 'queued', held: 0 }).getRawMany<QueuedRefund>();
  // Some drivers return whole numbers of 64 bits as text.
  return rows.map((row) => ({
    ...row,
    amount: Number(row.amount),
    notBefore: Number(row.notBefore),
    refusedAt: !isRefused || row.refusedAt === null ? null : Number(row.refusedAt),
  }));
}

/** Refunds for which equal ones may have to wait; in the scope of the group also those whose outcome is open. */
async function coolingOf(
  em: EntityManager,
  { group, scope, now }: LaneMoment,
  like: Partial<Pick<RefundEntity, 'amount' | 'currency'>> = {},
): Promise<EarlierRefund[]> {
  const since = now - group.refunds.equalAmountGapMs;
  const arrived = { group: group.name, arrivedBy: MoreThan(since), ...like };
  const open = { group: group.name, state: In([...OPEN]), ...like };
  const cooling = await em.find(RefundEntity, { select: EARLIER, where: arrived });
  return scope === 'order' ? cooling : [...cooling, ...(await em.find(RefundEntity, { select: EARLIER, where: open }))];
}

/** The oldest refund of each amount whose order is free, the best amount first. */
async function candidates(
  em: EntityManager,
  { group, scope, isRefused, now, isOwnModeOnly = false, locked = [] }: LaneMoment,
  limit: number,
): Promise<RefundLikeness[]> {
  const query = em.createQueryBuilder(RefundEntity, 'refund');
  const busy = query.subQuery().select('open.orderId').from(RefundEntity, 'open');
  busy.where('open.group = :group AND open.state IN (:...open)');
  const first = `MIN(CASE WHEN refund.notBefore <= :now AND refund.orderId NOT IN ${busy.getQuery()} THEN refund.id END)`;
  query
    // Refused refunds, which may be the cause, come after all others, by the time of their refusal.
    .select('CASE WHEN :isRefused = 1 THEN COALESCE(refund.refusedAt, 0) ELSE 0 END', 'refused')
    .addSelect('CASE WHEN refund.batchId IS NULL THEN 0 ELSE 1 END', 'later')
    .addSelect('refund.amount', 'amount')
    .addSelect('refund.currency', 'currency')
    .addSelect(first, 'id')
    .where(`refund.group = :group AND refund.state = 'queued' AND refund.held = 0`)
    .groupBy('refused')
    .addGroupBy('later')
    .addGroupBy('refund.amount')
    .addGroupBy('refund.currency')
    .having(`${first} IS NOT NULL`)
    .orderBy('refused', 'ASC')
    .addOrderBy('later', 'ASC')
    .addOrderBy('COUNT(*)', 'DESC')
    .addOrderBy('MIN(refund.id)', 'ASC')
    .limit(limit);
  if (isOwnModeOnly) {
    const other = query.subQuery().select('1').from(PaymentOrderEntity, 'other');
    other.where('other.group = refund.group AND other.orderId = refund.orderId AND other.mode <> :mode');
    query.andWhere(`NOT EXISTS ${other.getQuery()}`).setParameter('mode', group.mode);
  }
  if (locked.length > 0) query.andWhere('refund.orderId NOT IN (:...locked)', { locked });
  if (scope === 'order') query.addSelect('refund.orderId', 'orderId').addGroupBy('refund.orderId');
  query.setParameters({ group: group.name, open: OPEN, isRefused: isRefused ? 1 : 0, now });
  const rows = await query.getRawMany<RefundLikeness>();
  // Some drivers return whole numbers of 64 bits as text.
  return rows.map((row) => ({ ...row, amount: Number(row.amount), orderId: row.orderId ?? '' }));
}
