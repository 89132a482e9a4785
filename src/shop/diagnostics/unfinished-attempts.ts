import type { EntityManager, FindOperator, ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { AttemptEntity, PaymentOrderEntity } from '../orders/index.js';
import { PollEntity } from '../poll-schedule/index.js';
import { COUNTED_AT_MOST } from './diagnostics-figures.js';

/** Attempts whose end is not known. */
export interface UnfinishedAttempts {
  /** 10,000 stands for "so many or more". */
  readonly count: number;
  /** When the oldest of them was sent to the service, epoch milliseconds (UTC); null when there is none. */
  readonly oldestAt: number | null;
}

interface Found {
  readonly n: number | string;
  readonly unpaid: number | string | null;
  readonly oldest: number | string | null;
}

/**
 * Attempts that are polled, of unpaid orders. An order that was just paid is read once more, but counts as finished. It uses
 * an index and is bounded.
 *
 * @param openedAt - when they were sent to the service; default: at any time
 * @example
 * const { count, oldestAt } = await unfinishedAttempts(em);
 */
export async function unfinishedAttempts(
  em: EntityManager,
  openedAt?: FindOperator<number>,
): Promise<UnfinishedAttempts> {
  const polls = em
    .createQueryBuilder(PollEntity, 'p')
    .select('p.openedAt', 'opened_at')
    .addSelect(paidAtOf, 'paid_at')
    .where({ state: 'pending', ...(openedAt && { openedAt }) })
    .orderBy('p.openedAt')
    .limit(COUNTED_AT_MOST);
  const found = await em
    .createQueryBuilder()
    .select('COUNT(*)', 'n')
    .addSelect('SUM(CASE WHEN bounded.paid_at IS NULL THEN 1 ELSE 0 END)', 'unpaid')
    .addSelect('MIN(CASE WHEN bounded.paid_at IS NULL THEN bounded.opened_at END)', 'oldest')
    .from<never>(`(${polls.getQuery()})`, 'bounded')
    .setParameters(polls.getParameters())
    .getRawOne<Found>();
  const { n = 0, unpaid = 0, oldest = null } = found ?? {};
  // If there are more than are counted, some of them are unpaid: "so many or more" stays true.
  const isMore = Number(n) >= COUNTED_AT_MOST;
  return { count: Number(isMore ? n : unpaid), oldestAt: oldest === null ? null : Number(oldest) };
}

/** Row by row, by both keys: for a join PostgreSQL may read every attempt. */
const paidAtOf = (query: SelectQueryBuilder<ObjectLiteral>): SelectQueryBuilder<ObjectLiteral> =>
  query
    .select('o.paidAt')
    .from(AttemptEntity, 'a')
    .innerJoin(PaymentOrderEntity, 'o', 'o.group = a.group AND o.orderId = a.orderId')
    .where('a.group = p.group AND a.serviceOrderId = p.serviceOrderId');
