import type { SelectQueryBuilder, EntityManager, ObjectLiteral } from 'typeorm';
import { firstIdAt, HOUR_MS } from '../../support/index.js';
import { PaymentOrderEntity } from '../../shop/orders/index.js';
import { RefundEntity } from '../../shop/refund-records/index.js';

/** The number of hours, including the current one. */
const HOURS = 24;

/** The most rows that are counted, newest first; if there are more, the oldest hours are unknown. */
const MOST_COUNTED = 50_000;

// Clocks of several processes differ, and ids grow even if a clock is set back.
const SLACK_MS = HOUR_MS;

/** One hour: its beginning (epoch milliseconds), and its number; null if it is too old to be counted. */
export interface HourFigure {
  readonly from: number;
  readonly count: number | null;
}

/** The beginning of the first displayed hour. */
export const firstHourAt = (now: number): number => now - (now % HOUR_MS) - (HOURS - 1) * HOUR_MS;

/** Orders by the hour in which their money was first seen. An index alone answers it, and it is bounded. */
export function paymentsPerHour(em: EntityManager, now: number, most = MOST_COUNTED): Promise<HourFigure[]> {
  const paid = em
    .createQueryBuilder(PaymentOrderEntity, 'o')
    .select('o.paidAt', 'moment')
    .where('o.paidAt >= :from', { from: firstHourAt(now) })
    .orderBy('o.paidAt', 'DESC');
  return perHour(em, paid, { now, most });
}

/** Refunds by the hour of their request, external refunds included. The primary key answers it, and it is bounded. */
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
  // This formula needs no division, which differs between engines.
  const slot = `moment - moment % ${HOUR_MS}`;
  const rows: { slot: number | string; n: number | string }[] = await em.query(
    `SELECT ${slot} AS slot, COUNT(*) AS n FROM (${sql}) recent GROUP BY ${slot}`,
    parameters,
  );
  const counts = new Map(rows.map((row) => [Number(row.slot), Number(row.n)]));
  const isCut = [...counts.values()].reduce((sum, count) => sum + count, 0) >= most;
  // Of the oldest hour, only a part may have been counted.
  const knownFrom = isCut ? Math.min(...counts.keys()) + HOUR_MS : 0;
  const first = firstHourAt(now);
  return Array.from({ length: HOURS }, (_, index) => {
    const from = first + index * HOUR_MS;
    return { from, count: from >= knownFrom ? (counts.get(from) ?? 0) : null };
  });
}
