/**
 * The long runs: `npm run soak -- --orders 10000 --engine mariadb`.
 *
 *   --orders N      how many orders (2000)
 *   --most N        each is notified 1 to N times (50)
 *   --engine NAME   sqlite, mariadb, mysql or postgres; without it every one that can be had
 *   --processes N   how many shops share the work (4; SQLite serves one)
 *   --faults        instead: every fault at every statement, and every kill, on every engine
 *   --refunds       instead: two hundred kills on the way of a refund, and two hundred orders in each mix of faults
 *
 * `SEED=…` replays the traffic of a run that printed it.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { findServers } from '../support/find-servers.mjs';
import { startServers } from '../support/servers.mjs';
import { soak } from './soak.mjs';

const FAULT_SPECS = ['kills', 'statement-faults', 'interleavings'].map((name) => `test/e2e/${name}.spec.ts`);
const REFUND_SPECS = ['kills', 'mixes'].map((name) => `test/refunds/${name}.spec.ts`);
const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '2000' },
    most: { type: 'string', default: '50' },
    engine: { type: 'string' },
    processes: { type: 'string', default: '4' },
    faults: { type: 'boolean', default: false },
    refunds: { type: 'boolean', default: false },
  },
});
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
const say = (text) => void process.stderr.write(`${text}\n`);

/** At most one line every ten seconds. */
function progressOf(engine) {
  let last = 0;
  return (text) => {
    if (performance.now() - last < 10_000) return;
    last = performance.now();
    say(`  ${engine}: ${text}`);
  };
}

function runSpecs(specs) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const args = [join(root, 'test/run.mjs'), ...specs, '--verbose', '--runInBand'];
  const env = { ...process.env, TILLBRIDGE_LONG: '1' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}

async function createDatabase(engine, url) {
  const admin = await new DataSource({ type: engine, url }).initialize();
  const name = `soak_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name}${engine === 'postgres' ? '' : ' CHARACTER SET utf8mb4'}`);
  await admin.destroy();
  const own = new URL(url);
  own.pathname = `/${name}`;
  const charset = engine === 'postgres' ? {} : { charset: 'utf8mb4', supportBigNumbers: true };
  return { type: engine, url: own.href, ...charset };
}

async function soakOn(engine, url, folder) {
  const isLocal = engine === 'sqlite';
  const database = isLocal
    ? { type: 'better-sqlite3', database: join(folder, 'soak.sqlite') }
    : await createDatabase(engine, url);
  return soak({
    database,
    engine,
    key: randomBytes(20).toString('hex'),
    orders: Number(values.orders),
    most: Number(values.most),
    processes: isLocal ? 1 : Number(values.processes),
    seed,
    progress: progressOf(engine),
  });
}

const sum = (faults) => Object.values(faults).reduce((total, rows) => total + rows, 0);

const COLUMNS = {
  orders: ({ orders }) => orders,
  notifications: ({ notifications, refused }) => notifications + refused,
  processes: ({ processes }) => processes,
  engine: ({ engine }) => engine,
  transitions: ({ transitions }) => transitions,
  'effects in the database': ({ effectsInDatabase }) => effectsInDatabase,
  'effects outside': ({ effectsOutside }) => effectsOutside,
  acknowledgements: ({ acknowledgements }) => acknowledgements,
  lost: ({ lost, visits }) => sum(lost) + visits.lost,
  duplicates: ({ twice }) => sum(twice),
  'deadlocks that reached a caller': ({ deadlocks, failures }) => deadlocks.length + failures.length,
  seconds: ({ seconds }) => Math.round(seconds),
};

function print(results) {
  const rows = Object.entries(COLUMNS).map(([name, of]) => [name, ...results.map((result) => String(of(result)))]);
  for (const [name, ...cells] of rows) console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(12)).join(''));
  for (const result of results) {
    const { engine, lost, twice, failures, deadlocks, reads, visits, refused } = result;
    const other = {
      reads,
      refused,
      visits,
      lost,
      twice,
      failures: failures.slice(0, 5),
      deadlocks: deadlocks.slice(0, 5),
    };
    console.log(`${engine}: ${JSON.stringify(other)}`);
  }
  console.log(`SEED=${seed}`);
}

const isGood = ({ lost, twice, failures, deadlocks, visits }) =>
  sum(lost) + sum(twice) + failures.length + deadlocks.length + visits.lost === 0;

async function main() {
  if (values.faults) return runSpecs(FAULT_SPECS);
  if (values.refunds) return runSpecs(REFUND_SPECS);
  say(`SEED=${seed}`);
  const binaries = Object.entries(findServers(process.env)).filter(([, binary]) => binary);
  const wanted = binaries.filter(([name]) => !values.engine || name === values.engine);
  const run = await startServers(wanted.map(([name, binary]) => ({ name, binary })));
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-soak-'));
  try {
    const targets = [{ name: 'sqlite' }, ...run.servers].filter(({ name }) => !values.engine || name === values.engine);
    if (targets.length === 0) throw new Error(`${values.engine} cannot be had on this machine`);
    const results = [];
    for (const { name, url } of targets) results.push(await soakOn(name, url, folder));
    print(results);
    return results.every(isGood) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await run.stop();
  }
}

process.exitCode = await main();
