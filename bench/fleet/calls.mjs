/**
 * The number of calls of many processes that all want more than their account allows, compared with the allowed number.
 */
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startProgram } from '../../test/support/program-process.mjs';
import { atMost, figure } from '../support/figures.mjs';

const PROCESS = fileURLToPath(new URL('../../test/shop/client/budget-process-main.mjs', import.meta.url));
const PER_SECOND = 50;
const BURST = 20;
const AT_ONCE = 20;
const MOST_OF_RATE = 1.05;

/** @returns {Promise<import('../support/figures.mjs').Figure[]>} */
export async function callsASecond(engine, { replicas, seconds, progress }) {
  const database = await engine.createDatabase();
  const limits = { callsPerSecond: PER_SECOND, burst: BURST, reservedCalls: 0, maxWaiting: 200, maxWaitMs: 5_000 };
  const BUDGET = JSON.stringify({ options: { ...database, extra: { max: 2 } }, limits, atOnce: AT_ONCE });
  await makeTable(database.url);
  const processes = [];
  try {
    while (processes.length < replicas) processes.push(await startProgram(PROCESS, { BUDGET }));
    const sum = async () => {
      const counts = await Promise.all(processes.map(async ({ url }) => Number(await (await fetch(url)).text())));
      return counts.reduce((all, each) => all + each, 0);
    };
    // The burst is used up by now.
    const [before, begun] = [await sum(), performance.now()];
    await pause(seconds * 1_000);
    const rate = ((await sum()) - before) / ((performance.now() - begun) / 1_000);
    progress(`${replicas} processes made ${rate.toFixed(1)} calls a second`);
    return [
      figure(`calls of ${replicas} processes / what the account allows`, rate / PER_SECOND, '', atMost(MOST_OF_RATE)),
    ];
  } finally {
    await Promise.all(processes.map((each) => each.kill()));
  }
}

async function makeTable(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `CREATE TABLE tillbridge_call_budget (group_name varchar(64) PRIMARY KEY, full_at bigint NOT NULL DEFAULT 0,
       granted integer NOT NULL DEFAULT 0, paused_until bigint NOT NULL DEFAULT 0)`,
  );
  await client.end();
}
