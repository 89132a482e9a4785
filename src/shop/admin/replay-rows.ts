import { And, LessThan, MoreThan, MoreThanOrEqual, type EntityManager } from 'typeorm';
import { beyond } from '../../database/engine/index.js';
import { firstIdAt, isName } from '../../support/index.js';
import { checkFilter, filterInvalid } from '../core/index.js';
import { NotificationEntity } from '../notifications/index.js';
import type { ReplayState, ReplayTarget } from './replay.types.js';

/** Rows of one transaction: locks are short, and other work can run in between. */
export const REPLAY_BATCH_ROWS = 100;
/** Ids grow although a clock may be put back. An id is assumed to be ahead of the clock by at most so much, in milliseconds. */
const CLOCK_SLACK_MS = 3_600_000;
/** After the last work on a row its `dueAt` is the end of that lease, at most so much later. */
const LEASE_SLACK_MS = 60_000;

/** The place of a replay. A row that it puts back may return to its former place; it is not taken a second time. */
export type ReplayPlace = Pick<NotificationEntity, 'id' | 'dueAt'>;

/** A replay in progress. */
export interface ReplayPass {
  readonly target: ReplayTarget;
  /** Epoch milliseconds. */
  readonly begunAt: number;
  readonly place: ReplayPlace | null;
}

const PLACE = { id: true, dueAt: true } as const;

const STATES: ReadonlySet<unknown> = new Set<ReplayState>(['unmatched', 'parked', 'pending']);
const isReplayState = (state: unknown): state is ReplayState => STATES.has(state);

const NO_TARGET = [{ path: 'target', message: 'must be an id, a time, or a state: unmatched, parked or pending' }];

/**
 * Refuses a replay of rows that were not requested.
 *
 * @throws PaymentError `FILTER_INVALID`
 */
export function checkTarget(target: unknown): void {
  if (isName(target)) return;
  const { group, from, to, state }: Readonly<Record<string, unknown>> = Object(target);
  checkFilter({ texts: { group }, times: { from, to } });
  const isTime = from !== undefined && to !== undefined && state === undefined;
  const isState = isReplayState(state) && from === undefined && to === undefined;
  if (!isTime && !isState) throw filterInvalid(NO_TARGET);
}

/** The next rows of a replay, oldest first, by an index and without their content. */
export function nextRows(tx: EntityManager, { target, begunAt, place }: ReplayPass): Promise<ReplayPlace[]> {
  if (typeof target === 'string') {
    return place ? Promise.resolve([]) : tx.find(NotificationEntity, { select: PLACE, where: { id: target } });
  }
  const group = target.group === undefined ? {} : { group: target.group };
  if ('from' in target) return receivedIn(tx, { ...target, group }, place);
  return inState(tx, target, { begunAt, place: place ?? { id: '', dueAt: 0 } });
}

function inState(
  tx: EntityManager,
  { state, group }: Exclude<ReplayTarget, string | { from: number }>,
  { begunAt, place }: { begunAt: number; place: ReplayPlace },
): Promise<ReplayPlace[]> {
  const query = tx
    .createQueryBuilder(NotificationEntity, 'n')
    .select(['n.id', 'n.dueAt'])
    .where('n.state = :state', { state });
  // Of those that wait only those are taken that failed, and that no worker has: the others are tried in any case.
  if (state === 'pending') query.andWhere('n.dueAt > :begunAt AND n.lastError IS NOT NULL', { begunAt });
  else query.andWhere('n.dueAt <= :most', { most: begunAt + LEASE_SLACK_MS });
  beyond(query, { columns: ['n.dueAt', 'n.id'], place: [place.dueAt, place.id], isRising: true });
  if (group !== undefined) query.andWhere('n.group = :group', { group });
  return query.orderBy('n.dueAt').addOrderBy('n.id').limit(REPLAY_BATCH_ROWS).getMany();
}

/** Ids sort by their time of creation, so the primary key finds what was received in a time span. */
function receivedIn(
  tx: EntityManager,
  { from, to, group }: { from: number; to: number; group: { group?: string } },
  place: ReplayPlace | null,
): Promise<ReplayPlace[]> {
  const begin = place ? MoreThan(place.id) : MoreThanOrEqual(firstIdAt(from));
  return tx.find(NotificationEntity, {
    select: PLACE,
    where: {
      ...group,
      id: And(begin, LessThan(firstIdAt(to + CLOCK_SLACK_MS))),
      receivedAt: And(MoreThanOrEqual(from), LessThan(to)),
    },
    order: { id: 'ASC' },
    take: REPLAY_BATCH_ROWS,
  });
}
