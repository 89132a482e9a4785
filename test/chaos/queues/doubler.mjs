/** Puts jobs of effects that have not ended into every queue: two workers get the same one at once. */
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 200;
/** Older ones are left alone: an effect that Redis has lost is not to come back by this. */
const AT_MOST_MS = 3_000;
/** Those that have failed before first: what was tried once without a word is taken by the module itself alone. */
const newest = (now) => `SELECT id, effect, order_id FROM tillbridge_outbox
  WHERE state = 'pending' AND lease_token IS NULL AND created_at > ${now - AT_MOST_MS}
  ORDER BY CASE WHEN last_error IS NULL THEN 1 ELSE 0 END, created_at DESC LIMIT 6`;

/**
 * @param parts { dataSource, gauge }
 * @param {() => boolean} isOver
 * @returns {Promise<number>} how many jobs were put there
 */
export async function doubleJobs({ dataSource, gauge }, isOver) {
  let doubled = 0;
  // A Redis that is away, or a job that is under way, is no matter. A job that has ended would keep the next from being added.
  const onEach = (work) => Promise.all(gauge.queues.map((queue) => work(queue).catch(() => [])));
  while (!isOver()) {
    const rows = await dataSource.query(newest(Date.now()));
    const jobs = rows.map(({ id, effect, order_id: orderId }) => ({
      name: effect,
      data: { group: 'web', orderId, attempts: 0 },
      opts: { jobId: id, attempts: 1, removeOnComplete: true, removeOnFail: true },
    }));
    await onEach((queue) => Promise.all(jobs.map(({ opts }) => queue.remove(opts.jobId))));
    const added = await onEach((queue) => queue.addBulk(jobs));
    doubled += added.flat().length;
    await delay(EVERY_MS);
  }
  return doubled;
}
