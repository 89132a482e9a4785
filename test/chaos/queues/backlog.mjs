/** A backlog that no one works off is handed over for a while: what Redis holds must not grow with it. */
import { setTimeout as delay } from 'node:timers/promises';
import { counted } from './counted-rows.mjs';

const TOGETHER = 100_000;
/** What one process may hand over at once: several may see the same room in a queue. */
const OVERSHOOT = 100;
const MOST_WAITING = 1_000;
/** By how much Redis may grow once its queues are full, in bytes: its own books, and connections. */
const GROWTH = 2 * 2 ** 20;
const FILLED_WITHIN_MS = 120_000;

async function write({ dataSource, engine }, effects) {
  for (let from = 1; from <= effects; from += TOGETHER) {
    const { number, rows } = counted(engine, from, Math.min(effects, from + TOGETHER - 1));
    const now = Date.now();
    const handler = `CASE WHEN ${number} % 2 = 0 THEN 'Office.invoice' ELSE 'Office.mail' END`;
    await dataSource.query(
      `INSERT INTO tillbridge_outbox (id, group_name, order_id, transition_id, version, effect, state, attempts, due_at, created_at)
       SELECT CONCAT('B-', ${number}), 'web', CONCAT('B-', ${number}), CONCAT('B-', ${number}), 1, ${handler}, 'pending', 0,
         ${now}, ${now} ${rows}`,
    );
  }
}

/** The number of the first sample in which the queues were as full as they get. */
async function untilFull(gauge) {
  const deadline = performance.now() + FILLED_WITHIN_MS;
  const isFull = ({ held }) => held >= gauge.queues.length * MOST_WAITING * 0.95;
  while (performance.now() < deadline) {
    const index = gauge.samples.findIndex(isFull);
    if (index >= 0) return index;
    await delay(100);
  }
  throw new Error(`the backlog was not handed over: ${gauge.most('held')} jobs`);
}

/**
 * @param parts { dataSource, engine, gauge, workers }
 * @param {{ effects: number, seconds: number, processes: number, say(text: string): void }} sizes
 * @returns what was in Redis, and what must not be
 */
export async function handOverBacklog(parts, { effects, seconds, processes, say }) {
  const { gauge, workers, dataSource } = parts;
  await write(parts, effects);
  say(`${effects} effects are in the outbox`);
  await workers.start(processes);
  const full = await untilFull(gauge);
  const after = gauge.samples[full];
  await delay(seconds * 1_000);
  await workers.killAll();
  const [jobs, waiting, bytes] = ['held', 'waiting', 'bytes'].map((what) => gauge.most(what, full));
  const bound = MOST_WAITING + processes * OVERSHOOT;
  const violations = [];
  if (waiting > bound) violations.push(`${waiting} effects of a backlog waited in one queue, which takes ${bound}`);
  if (bytes - after.bytes > GROWTH)
    violations.push(`Redis grew from ${after.bytes} to ${bytes} bytes while its queues were full`);
  await dataSource.query('TRUNCATE TABLE tillbridge_outbox');
  for (const queue of gauge.queues) await queue.obliterate({ force: true });
  return { jobs, waiting, bytesWhenFull: after.bytes, bytes, violations };
}
