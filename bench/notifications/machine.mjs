/** The database and the processes of the notifications bench, and their commands. */
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { startDurableEngine } from '../../test/chaos/support/durable-engine.mjs';
import { pinSelf, startProcess } from '../support/processes.mjs';

/** The shop's process has its own core; database and load share the other. */
const SHOP_CORE = 0;
const OTHER_CORE = 1;
const file = (name) => fileURLToPath(new URL(name, import.meta.url));

const TABLES = [
  'CREATE TABLE bench_hand_written (id varchar(36) PRIMARY KEY, order_id varchar(64) NOT NULL, body text NOT NULL)',
  'CREATE TABLE bench_booking (id varchar(36) PRIMARY KEY, order_id varchar(64) NOT NULL)',
];

/** As durable as a shop's own: each commit waits for the disk. */
async function openDatabase() {
  pinSelf(OTHER_CORE);
  const engine = await startDurableEngine('mariadb');
  const admin = await mysql.createConnection({ uri: engine.url, multipleStatements: true });
  // With the default of MariaDB 10.11, 96 MB, all writes stopped for 33 to 38 s in two of five runs, until the database
  // had freed space in its log.
  await admin.query('SET GLOBAL innodb_log_file_size = 1073741824');
  return { engine, admin };
}

/** @returns the machine on which every variant runs; always `close` it */
export async function openMachine() {
  const { engine, admin } = await openDatabase();
  const environment = { BENCH_KEY: `bench-${randomBytes(12).toString('hex')}` };
  const load = await startProcess(file('load.mjs'), { core: OTHER_CORE, environment });
  let databases = 0;
  return {
    engine: engine.title,
    load,
    /** A new database, and a shop on it. */
    async startShop(platform, workers = 'off', execArgv = []) {
      const name = `bench_${(databases += 1)}`;
      await admin.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4; USE ${name}; ${TABLES.join(';')}`);
      const own = { ...environment, BENCH_DATABASE: `${engine.url}/${name}`, BENCH_WORKERS: workers };
      const start = (program, ...execArgv) =>
        startProcess(file(program), { core: SHOP_CORE, environment: { ...own, BENCH_PLATFORM: platform }, execArgv });
      const database = await mysql.createConnection({ uri: own.BENCH_DATABASE });
      const shop = await start('host.mjs', ...execArgv);
      const raw = await start('raw-host.mjs');
      return {
        url: shop.ready.url,
        rawUrl: raw.ready.url,
        ask: (what) => shop.ask({ ask: what }),
        query: async (sql, parameters) => (await database.query(sql, parameters))[0],
        async stop() {
          await shop.stop();
          await raw.stop();
          await database.end();
        },
      };
    },
    async close() {
      await load.stop();
      await admin.end();
      await engine.stop();
    },
  };
}
