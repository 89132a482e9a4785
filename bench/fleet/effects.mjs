/** The effects per second of two workers, by themselves and with queues of BullMQ. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { findRedis } from '../../test/support/find-servers.mjs';
import { startRedisServer } from '../../test/support/server-redis.mjs';
import { figure, median } from '../support/figures.mjs';
import { startProcess } from '../support/processes.mjs';
import { writtenOrders } from '../support/written-orders.mjs';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));
const WORKERS = 2;
const WITHIN_MS = 300_000;

/** @returns {Promise<import('../support/figures.mjs').Figure[]>} empty if there is no Redis */
export async function effectsASecond(engine, { count, rounds, progress }) {
  const binary = findRedis(process.env);
  if (!binary) {
    progress('no Redis: effects by queues are left out');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-fleet-'));
  const redis = await startRedisServer({ binary, folder });
  try {
    const rates = { own: [], queues: [] };
    for (let round = 1; round <= rounds; round += 1) {
      rates.own.push(await drained(engine, { count, redis: '' }));
      rates.queues.push(await drained(engine, { count, redis: redis.url }));
      progress(`effects: round ${round} of ${rounds}`);
    }
    const ratio = median(rates.own.map((rate, round) => rates.queues[round] / rate));
    return [
      figure(`effects of ${WORKERS} workers, built in`, median(rates.own), '/s'),
      figure(`effects of ${WORKERS} workers, BullMQ`, median(rates.queues), '/s'),
      figure('BullMQ / built in', ratio, ''),
    ];
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waiting effects, and how many of them two workers run per second. */
async function drained(engine, { count, redis }) {
  const { url } = await engine.createDatabase();
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const environment = { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_REDIS: redis };
  const first = await startProcess(HOST, { environment });
  const workers = [first, await startProcess(HOST, { environment })];
  try {
    await addEffects(url, count);
    const sum = async () => {
      const answers = await Promise.all(workers.map((worker) => worker.ask({})));
      return answers.reduce((all, { effects }) => all + effects, 0);
    };
    const reached = async (least) => {
      const deadline = performance.now() + WITHIN_MS;
      for (;;) {
        const ran = await sum();
        if (ran >= least) return { ran, at: performance.now() };
        if (performance.now() > deadline) throw new Error(`only ${ran} of ${count} effects ran`);
        await pause(20);
      }
    };
    // Workers may rest for two seconds before they find the first one.
    const begin = await reached(1);
    const end = await reached(count);
    return (end.ran - begin.ran) / ((end.at - begin.at) / 1_000);
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
  }
}

/** Paid orders whose effect waits, as the module would have written them; visible at once. */
async function addEffects(url, count) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const now = Date.now();
  const rows = `FROM generate_series(0, ${count - 1}) AS n`;
  const statements = [
    ...writtenOrders({ id: "'F-' || n", openedAt: now, rows }),
    `INSERT INTO tillbridge_transition (id, group_name, order_id, version, kind, status, amount, amount_refunded, currency, source, recorded_at)
     SELECT 'T-' || n, 'web', 'F-' || n, 1, 'completed', 'completed', 1250, 0, 'EUR', 'notification', ${now} ${rows}`,
    `INSERT INTO tillbridge_outbox (id, group_name, order_id, transition_id, version, effect, state, attempts, due_at, created_at)
     SELECT gen_random_uuid(), 'web', 'F-' || n, 'T-' || n, 1, 'mail', 'pending', 0, ${now}, ${now} ${rows}`,
  ];
  await client.query('BEGIN');
  for (const statement of statements) await client.query(statement);
  await client.query('COMMIT');
  await client.end();
}
