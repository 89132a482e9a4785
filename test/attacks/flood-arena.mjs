/** Where a flood takes place: a database, a shop under attack, the service and whatever else is wanted beside them. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { startProcess } from '../../bench/support/processes.mjs';
import { findServers } from '../support/find-servers.mjs';
import { startServers } from '../support/servers.mjs';

/** The shop stays on one core. No one else is bound to one: beside an attacker who fills it, a database stood still. */
const SHOP_CORE = 0;
const ORDER_COLUMNS = '(group_name, order_id, mode, amount, currency, description, created_at, updated_at)';
const ATTEMPT_COLUMNS =
  '(group_name, service_order_id, order_id, number, amount, currency, create_state, request_fingerprint, created_at, updated_at)';
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A database of its own on a server, or a file of its own. */
async function createDatabase({ name: engine, url }, folder) {
  const name = `attacked_${randomBytes(4).toString('hex')}`;
  if (engine === 'sqlite') return { type: 'better-sqlite3', database: join(folder, `${name}.sqlite`) };
  const admin = await new DataSource({ type: engine, url }).initialize();
  await admin.query(`CREATE DATABASE ${name}${engine === 'postgres' ? '' : ' CHARACTER SET utf8mb4'}`);
  await admin.destroy();
  const own = new URL(url);
  own.pathname = `/${name}`;
  const pool = engine === 'postgres' ? { extra: { max: 10 } } : { charset: 'utf8mb4', supportBigNumbers: true };
  return { type: engine, url: own.href, ...pool };
}

async function versionOf({ name, version }, database) {
  if (name !== 'sqlite') return `${name} ${version ?? ''}`.trim();
  const source = await new DataSource(database).initialize();
  const [{ version: found }] = await source.query('SELECT sqlite_version() AS version');
  await source.destroy();
  return `sqlite ${found}`;
}

/**
 * Does something on each engine that was asked for.
 *
 * @param engines names; every one that can be had without them
 */
export async function onEngines(engines, work) {
  const binaries = Object.entries(findServers(process.env)).filter(([, binary]) => binary);
  const isWanted = (name) => !engines || engines.includes(name);
  const run = await startServers(
    binaries.filter(([name]) => isWanted(name)).map(([name, binary]) => ({ name, binary })),
  );
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-attacks-'));
  try {
    const targets = [...run.servers, { name: 'sqlite' }].filter(({ name }) => isWanted(name));
    const failed = targets.find(({ name, url }) => name !== 'sqlite' && !url);
    if (failed) throw new Error(`${failed.name} did not start: ${failed.reason}`);
    if (targets.length === 0) throw new Error(`cannot be had on this machine: ${engines.join(', ')}`);
    for (const target of targets) await work({ target, newDatabase: () => createDatabase(target, folder) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await run.stop();
  }
}

/**
 * Opens an arena; close it in any case.
 *
 * @param shop settings of flood-host.mjs
 * @param others programs of this folder that take part, by a name of theirs
 */
export async function openArena({ target, newDatabase }, shop, others = {}) {
  const key = randomBytes(20).toString('hex');
  const database = await newDatabase();
  const version = await versionOf(target, database);
  const host = await startProcess(file('flood-host.mjs'), {
    core: SHOP_CORE,
    environment: { ATTACKED: JSON.stringify({ key, database, ...shop }) },
  });
  const started = Object.entries(others).map(async ([name, program]) => [
    name,
    await startProcess(file(program), { environment: { ATTACKED_KEY: key } }),
  ]);
  const parts = Object.fromEntries(await Promise.all(started));
  const source = await new DataSource(database).initialize();
  return {
    version,
    ...parts,
    url: host.ready.url,
    route: `${host.ready.url}/payments/notifications/web`,
    /** `seen` or `memory`, see flood-host.mjs. */
    ask: (what) => host.ask({ ask: what }),
    /** Orders as the module would have made them, straight into its tables: `<prefix>0` and so on. */
    async addOrders(prefix, count) {
      const now = Date.now();
      for (let first = 0; first < count; first += 500) {
        const ids = Array.from({ length: Math.min(500, count - first) }, (_, index) => `${prefix}${first + index}`);
        const orders = ids.map((id) => `('web', '${id}', 'sandbox', 1250, 'EUR', 'Two mugs', ${now}, ${now})`);
        const attempts = ids.map((id) => `('web', '${id}', '${id}', 1, 1250, 'EUR', 'created', '', ${now}, ${now})`);
        await source.query(`INSERT INTO tillbridge_order ${ORDER_COLUMNS} VALUES ${orders.join(', ')}`);
        await source.query(`INSERT INTO tillbridge_attempt ${ATTEMPT_COLUMNS} VALUES ${attempts.join(', ')}`);
      }
    },
    query: (sql) => source.query(sql),
    async count(table, condition = '1 = 1') {
      return Number((await source.query(`SELECT COUNT(*) AS n FROM ${table} WHERE ${condition}`))[0].n);
    },
    async close() {
      for (const part of Object.values(parts)) await part.stop();
      await source.destroy();
      await host.stop();
    },
  };
}
