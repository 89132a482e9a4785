import type { SelectQueryBuilder, EntityManager, ObjectLiteral } from 'typeorm';
import { firstIdAt, HOUR_MS } from '../../support/index.js';
import { PaymentOrderEntity } from '../../shop/orders/index.js';
import { RefundEntity } from '../../shop/refund-records/index.js';

/** How many hours are shown, the one that runs included. */
const HOURS = 24;

/** So many rows are counted at most, the newest; above that the oldest hours are not known. */
const MOST_COUNTED = 50_000;

// Clocks of several processes differ, and ids grow even when a clock is put back.
const SLACK_MS = HOUR_MS;

/** One hour: when it began (epoch milliseconds), and how many; null when it is too long ago to be counted. */
export interface HourFigure {
  readonly from: number;
  readonly count: number | null;
}

/** When the first of the hours began that are shown at a time. */
export const firstHourAt = (now: number): number => now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS;

/** Orders of which money was first seen in each hour. Answered by an index alone, and bounded. */
export function paymentsPerHour(em: EntityManager, now: number, most = MOST_COUNTED): Promise<HourFigure[]> {
  const paid = em
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select('o.paidAt', 'moment')
    .where('o.paidAt >= :from', { from: firstHourAt(now) })
    .orderBy('o.paidAt', 'DESC');
  return perHour(em, paid, { now, most });
}

/** Refunds that were asked for in each hour, those found to be made elsewhere included. Answered by the key, and bounded. */
export function refundsPerHour(em: EntityManager, now: number, most = MOST_COUNTED): Promise<HourFigure[]> {
  const from = firstHourAt(now);
  const asked = em
    .createQueryBuilder(RefundEntity, 'r')
    .select('r.createdAt', 'moment')
    .where('r.id >= :first', { first: firstIdAt(from - SLACK_MS) })
    .andWhere('r.createdAt >= :from', { from })
    .orderBy('r.id', 'DESC');
  return perHour(em, asked, { now, most });
}

async function perHour(
  em: EntityManager,
  moments: SelectQueryBuilder<ObjectLiteral>,
  { now, most }: { now: number; most: number },
): Promise<HourFigure[]> {
  const [sql, parameters] = moments.limit(most).getQueryAndParameters();
  // Whole numbers in every engine, which do not agree on what a division of them is.
  const slot = `moment - moment % ${HOUR_MS}`;
  const rows: { slot: number | string; n: number | string }[] = await em.query(
    `SELECT ${slot} AS slot, COUNT(*) AS n FROM (${sql}) recent GROUP BY ${slot}`,
    parameters,
  );
  const counts = new Map(rows.map((row) => [Number(row.slot), Number(row.n)]));
  const isCut = [...counts.values()].reduce((sum, count) => sum + count, 0) >= most;
  // Of the oldest hour that was reached only a part may have been counted.
  const knownFrom = isCut ? Math.min(...counts.keys()) + HOUR_MS : 0;
  const first = firstHourAt(now);
  return Array.from({ length: HOURS }, (_, index) => {
    const from = first + index * HOUR_MS;
    return { from, count: from >= knownFrom ? (counts.get(from) ?? 0) : null };
  });
}
