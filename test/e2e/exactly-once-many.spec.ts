import { beforeAll, expect, it } from '@jest/globals';
import { randomInt } from 'node:crypto';
import { runTraffic, type TrafficResult } from '../chaos/traffic/run-traffic.mjs';
import { canaryKey } from '../support/canary.js';
import { describeOneServer, testEngines, type TestEngineName } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { sized } from '../support/long-run.js';

/** `SEED=…` replays the traffic. */
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31));
const ORDERS = sized({ usual: 30, long: 60 });

async function run(engine: TestEngineName): Promise<TrafficResult> {
  const database = await createMigratedDatabase(engine);
  try {
    // SQLite serves one process, the host writing to the same database meanwhile.
    const processes = engine === 'sqlite' ? 1 : 2;
    return await runTraffic({
      database: database.options,
      engine,
      key: canaryKey('web'),
      orders: ORDERS,
      most: 8,
      processes,
      seed,
    });
  } finally {
    await database.drop();
  }
}

/** The long runs are `npm run chaos -- traffic`. */
function itHappensOnce(engine: TestEngineName): void {
  let result: TrafficResult;
  beforeAll(async () => {
    process.stderr.write(`exactly once, many orders: SEED=${seed}\n`);
    result = await run(engine);
  }, 180_000);

  it('nothing is lost, nothing happens twice, in the database or outside of it', () => {
    const { lost, twice, outside, transitions, effectsInDatabase, effectsOutside } = result;
    expect({ lost, twice, outside }).toEqual({ lost: {}, twice: {}, outside: [] });
    expect([effectsInDatabase, effectsOutside]).toEqual([transitions, transitions]);
    expect(transitions).toBeGreaterThan(ORDERS);
  });

  it('no deadlock reaches a caller, and return pages have asked meanwhile', () => {
    const { failures, deadlocks, reads } = result;
    expect({ failures, deadlocks }).toEqual({ failures: [], deadlocks: [] });
    expect(reads).toBeGreaterThan(0);
  });

  if (engine === 'sqlite')
    it("takes none of the host's own writes with it, and the host's rollbacks take none of ours", () => {
      const { visits } = result;
      expect(visits.lost).toBe(0);
      expect(Math.min(visits.committed, visits.rolledBack)).toBeGreaterThan(0);
    });
}

const TITLE = 'many orders, each notified many times, from several sources and processes (scenarios D1, D2 and D9)';
// On SQLite the host writes, too: something else than two processes on a server.
for (const { name, describe } of testEngines()) if (name === 'sqlite') describe(TITLE, () => itHappensOnce(name));
describeOneServer(TITLE, itHappensOnce);
