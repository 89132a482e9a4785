import type { EntityManager } from 'typeorm';
import { maskPersonal } from '../../support/index.js';
import { handlerIn } from '../core/index.js';
import { OutboxEntity } from '../effects/index.js';
import { NotificationEntity } from '../notifications/index.js';

/** Rows of each table that are read, those that are tried last first: what was never tried is due before them. */
const READ_ROWS = 1_000;
/** With so many tries it fails again and again: after one failure the next try often succeeds, a second later. */
const TRIES = 3;
/** What has waited for so long, in milliseconds, counts from its first error on: some waits count no tries. */
const LONG_MS = 60_000;
/** Most causes that are listed: errors may differ by an id. */
const MOST_LISTED = 20;

/** Notifications or effects that fail for one cause and are tried again by themselves. Times in epoch milliseconds. */
export interface FailingWork {
  readonly work: 'notification' | 'effect';
  /** The name of the handler that fails; null where something else does. */
  readonly handler: string | null;
  /** How many wait for their next try; of each table at most 1,000 rows are counted. */
  readonly count: number;
  /** Since when the oldest of them has waited: when its notification came, or its payment was recorded. */
  readonly since: number;
  /** The order of the oldest; of a notification the id in it, which is that of an attempt. */
  readonly orderId: string;
  /** The most tries that one of them has had. */
  readonly attempts: number;
  /** When the first of them is tried next; now, if this is over. */
  readonly nextTryAt: number;
  /** The last error of the oldest, without keys, e-mail addresses and account numbers. */
  readonly lastError: string;
}

/** What fails and is tried again, with the most rows first. @param at - the present time */
export async function failingWork(em: EntityManager, at: number): Promise<FailingWork[]> {
  const rows = [...(await notifications(em)), ...(await effects(em))].filter(
    ({ since, attempts, lastError }) => lastError !== '' && (attempts >= TRIES || at - since >= LONG_MS),
  );
  const byCause = new Map<string, FailingWork>();
  for (const row of rows) {
    const cause = `${row.work} ${row.handler ?? row.lastError}`;
    byCause.set(cause, together(row, byCause.get(cause)));
  }
  const causes = [...byCause.values()].toSorted((a, b) => b.count - a.count || a.since - b.since);
  return causes.slice(0, MOST_LISTED);
}

/** As `find` reads them: by the index over state and time, without the content of notifications. */
const LAST_FIRST = { where: { state: 'pending' }, order: { dueAt: 'DESC' }, take: READ_ROWS } as const;
const TRIED = { id: true, orderId: true, attempts: true, dueAt: true, lastError: true } as const;

async function notifications(em: EntityManager): Promise<FailingWork[]> {
  const rows = await em.find(NotificationEntity, { ...LAST_FIRST, select: { ...TRIED, receivedAt: true } });
  return rows.map((row) => {
    const facts = { work: 'notification', handler: handlerIn(row.lastError ?? ''), since: row.receivedAt } as const;
    return one(row, facts);
  });
}

async function effects(em: EntityManager): Promise<FailingWork[]> {
  const rows = await em.find(OutboxEntity, { ...LAST_FIRST, select: { ...TRIED, effect: true, createdAt: true } });
  return rows.map((row) => one(row, { work: 'effect', handler: row.effect, since: row.createdAt }));
}

type Tried = Pick<OutboxEntity, 'orderId' | 'attempts' | 'dueAt' | 'lastError'>;

const one = (
  { orderId, attempts, dueAt, lastError }: Tried,
  facts: Pick<FailingWork, 'work' | 'handler' | 'since'>,
): FailingWork => ({
  ...facts,
  count: 1,
  orderId,
  attempts,
  nextTryAt: dueAt,
  lastError: maskPersonal(lastError ?? ''),
});

const together = (one: FailingWork, others: FailingWork = { ...one, count: 0 }): FailingWork => ({
  ...(one.since < others.since ? one : others),
  count: one.count + others.count,
  attempts: Math.max(one.attempts, others.attempts),
  nextTryAt: Math.min(one.nextTryAt, others.nextTryAt),
});
