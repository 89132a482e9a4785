import { Brackets, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { beyond, engineOf } from '../../database/engine/index.js';
import { firstIdAt } from '../../support/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity, type NotificationState } from '../notifications/index.js';
import { PaymentOrderEntity } from '../orders/index.js';
import { RefundBatchEntity, RefundEntity, UNSENT_STATES } from '../refund-records/index.js';
import { ENDED_UNPAID } from './erasure.js';

/** Most rows of one transaction: locks are short, and other work can run in between. */
export const RETENTION_BATCH_ROWS = 100;

/** How much longer an unfinished order is kept, in milliseconds: a payment link may last a year. */
const UNFINISHED_MS = 365 * 86_400_000;

/** Rows that another run has locked are left to it: a run that waited for them would find nothing to do. */
const LEAVING = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;

/** On SQLite one transaction runs at a time. */
const leavesLocked = (tx: EntityManager): boolean => engineOf(tx.connection) !== 'sqlite';

/** The progress of a pass over the orders; unfinished orders before this place are not read again. */
export type OrderPlace = Pick<PaymentOrderEntity, 'createdAt' | 'group' | 'orderId'>;

/** Finished notifications that are due for erasure and not locked, oldest first. The index over state and time serves the query. */
export async function dueNotifications(tx: EntityManager, state: NotificationState, before: number): Promise<string[]> {
  const rows = await tx.find(NotificationEntity, {
    select: { id: true },
    // After the last work on a row its `dueAt` is the end of that lease.
    where: { state, dueAt: LessThan(before) },
    order: { dueAt: 'ASC', id: 'ASC' },
    take: RETENTION_BATCH_ROWS,
    ...(leavesLocked(tx) && { lock: LEAVING }),
  });
  return rows.map(({ id }) => id);
}

/** Effects that were discarded and still contain the text of their failure. */
export async function dueErrors(tx: EntityManager, before: number): Promise<string[]> {
  const rows = await tx.find(OutboxEntity, {
    select: { id: true },
    where: { state: 'discarded', dueAt: LessThan(before), lastError: Not(IsNull()) },
    order: { dueAt: 'ASC', id: 'ASC' },
    take: RETENTION_BATCH_ROWS,
    ...(leavesLocked(tx) && { lock: LEAVING }),
  });
  return rows.map(({ id }) => id);
}

/** Batches that say who asked for them, and of which nothing has changed or may be sent any more. */
export async function dueBatches(tx: EntityManager, before: number): Promise<string[]> {
  const fresh = tx
    .createQueryBuilder(RefundEntity, 'r')
    .select('1')
    .where('r.batchId = b.id AND (r.state IN (:...unsent) OR r.updatedAt >= :before)');
  const query = tx
    .createQueryBuilder(RefundBatchEntity, 'b')
    .select('b.id', 'id')
    .where('b.id < :first AND b.updatedAt < :before AND b.askedBy IS NOT NULL', { first: firstIdAt(before), before })
    .andWhere(`NOT EXISTS (${fresh.getQuery()})`, { unsent: [...UNSENT_STATES] })
    .orderBy('b.id', 'ASC')
    .limit(RETENTION_BATCH_ROWS);
  if (leavesLocked(tx)) query.setLock(LEAVING.mode).setOnLocked(LEAVING.onLocked);
  const rows = await query.getRawMany<{ id: string }>();
  return rows.map(({ id }) => id);
}

const INDEXED = ['o.createdAt', 'o.group', 'o.orderId'];

/** Orders that have not changed for long enough, oldest first, from `place` on. */
export function dueOrders(tx: EntityManager, before: number, place: OrderPlace | null): Promise<PaymentOrderEntity[]> {
  const query = tx
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .where('o.erasedAt = 0 AND o.createdAt < :before AND o.updatedAt < :before', { before })
    .andWhere(
      new Brackets((either) =>
        either
          .where('o.paidAt IS NOT NULL')
          .orWhere('o.status IN (:...ended)', { ended: [...ENDED_UNPAID] })
          .orWhere('o.updatedAt < :abandoned', { abandoned: before - UNFINISHED_MS }),
      ),
    );
  if (place) beyond(query, { columns: INDEXED, place: [place.createdAt, place.group, place.orderId], isRising: true });
  for (const column of INDEXED) query.addOrderBy(column);
  return query.limit(RETENTION_BATCH_ROWS).getMany();
}
