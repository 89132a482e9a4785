/** Idle replicas, and the number of their statements. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../support/processes.mjs';

const HOST = fileURLToPath(new URL('host.mjs', import.meta.url));
/** Three connections per replica. */
const POOL = { mariadb: { connectionLimit: 3 }, postgres: { max: 3 } };
/** The work of the start has ended by then. */
const SETTLE_MS = 5_000;

/** @returns {Promise<number>} statements per second and replica */
export async function idleStatements(engine, { replicas, groups, hears, seconds, progress }) {
  const database = await engine.createDatabase();
  const environment = {
    BENCH_KEY: `bench-${randomBytes(12).toString('hex')}-`,
    // A small pool, so that many replicas fit on one server.
    BENCH_DATABASE: JSON.stringify({ ...database, extra: POOL[engine.name] }),
    BENCH_GROUPS: String(groups),
    BENCH_WAKE: hears ? database.url : '',
  };
  // The first one creates the tables.
  const shops = [await startProcess(HOST, { environment })];
  try {
    while (shops.length < replicas) {
      progress(`${shops.length} of ${replicas} replicas with ${groups} groups`);
      shops.push(await startProcess(HOST, { environment }));
    }
    await pause(SETTLE_MS);
    await Promise.all(shops.map((shop) => shop.ask({})));
    await pause(seconds * 1_000);
    const sent = (await Promise.all(shops.map((shop) => shop.ask({})))).flatMap(({ counts }) => counts);
    tellMost(sent, seconds * replicas, progress);
    return sent.reduce((sum, [, times]) => sum + times, 0) / seconds / replicas;
  } finally {
    await Promise.all(shops.map((shop) => shop.stop()));
  }
}

/** The most frequent statements, to find where they come from. */
function tellMost(sent, perSecond, progress) {
  const sums = new Map();
  for (const [sql, times] of sent) sums.set(sql, (sums.get(sql) ?? 0) + times);
  const most = [...sums].sort(([, one], [, other]) => other - one).slice(0, 12);
  for (const [sql, times] of most) progress(`${(times / perSecond).toFixed(2)}/s ${sql.slice(0, 150)}`);
}
