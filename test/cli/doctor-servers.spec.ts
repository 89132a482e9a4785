import { spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { tillbridgeMigrations } from 'tillbridge/database';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { runMigrations } from '../../src/cli/migrate/locked-run.js';
import { startDurableEngine, type DurableEngine } from '../chaos/support/durable-engine.mjs';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, testEngines, type TestDatabase } from '../support/engines.js';
import { scratchFolder } from '../support/scratch-folder.mjs';
import { examine, healthy } from './support/doctor-host.js';

/** A fault of a server or of how it is spoken to: how it is made, what it is called, and how its fix is carried out. */
interface Row {
  readonly title: string;
  readonly id: string;
  /** What in the advice says how. */
  readonly fix: RegExp;
  readonly break?: readonly string[];
  readonly mend?: readonly string[];
  readonly options?: object;
}

const GLOBAL = (name: string, bad: string, good: string) => ({
  break: [`SET GLOBAL ${name} = ${bad}`],
  mend: [`SET GLOBAL ${name} = ${good}`],
});

const MARIADB: readonly Row[] = [
  {
    title: 'commits that are not on the disk',
    id: 'NOT_DURABLE',
    fix: /SET GLOBAL innodb_flush_log_at_trx_commit = 1/,
    ...GLOBAL('innodb_flush_log_at_trx_commit', '2', '1'),
  },
  {
    title: 'serialisable transactions',
    id: 'ISOLATION_SERIALIZABLE',
    fix: /transaction_isolation/,
    ...GLOBAL('tx_isolation', `'SERIALIZABLE'`, `'REPEATABLE-READ'`),
  },
  {
    title: 'times of another zone',
    id: 'TIME_SHIFTED',
    fix: /time_zone = '\+00:00'/,
    ...GLOBAL('time_zone', `'+05:30'`, `'+00:00'`),
  },
  {
    title: 'a table that holds few characters',
    id: 'TABLE_CHARSET',
    fix: /ALTER TABLE tillbridge_effect CONVERT TO CHARACTER SET utf8mb4/,
    break: ['ALTER TABLE tillbridge_effect CONVERT TO CHARACTER SET latin1'],
    mend: ['ALTER TABLE tillbridge_effect CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'],
  },
  {
    title: 'backslashes that escape nothing',
    id: 'SQL_MODE_UNSUPPORTED',
    fix: /SET GLOBAL sql_mode = REPLACE/,
    ...GLOBAL('sql_mode', `CONCAT(@@GLOBAL.sql_mode, ',NO_BACKSLASH_ESCAPES')`, 'DEFAULT'),
  },
  { title: 'a narrow connection', id: 'CONNECTION_CHARSET', fix: /charset: 'utf8mb4'/, options: { charset: 'latin1' } },
  { title: 'the wrong type', id: 'MARIADB_AS_MYSQL', fix: /type: 'mariadb'/, options: { type: 'mysql' } },
  { title: 'a pool of one', id: 'POOL_SMALL', fix: /poolSize: 10/, options: { poolSize: 1 } },
  { title: 'a pool larger than the server', id: 'POOL_LARGE', fix: /max_connections/, options: { poolSize: 400 } },
];

const POSTGRES: readonly Row[] = [
  {
    title: 'commits that are not on the disk',
    id: 'NOT_DURABLE',
    fix: /ALTER DATABASE … RESET synchronous_commit/,
    break: ['ALTER DATABASE $db SET synchronous_commit = off'],
    mend: ['ALTER DATABASE $db RESET synchronous_commit'],
  },
  {
    title: 'serialisable transactions',
    id: 'ISOLATION_SERIALIZABLE',
    fix: /default_transaction_isolation/,
    break: [`ALTER DATABASE $db SET default_transaction_isolation = 'serializable'`],
    mend: ['ALTER DATABASE $db RESET default_transaction_isolation'],
  },
  {
    title: 'times of another zone',
    id: 'TIME_SHIFTED',
    fix: /must be the same/,
    break: [`ALTER DATABASE $db SET timezone = 'Asia/Kolkata'`],
    mend: [`ALTER DATABASE $db SET timezone = 'UTC'`],
  },
  {
    title: 'a database that takes no writes',
    id: 'NOT_WRITABLE',
    fix: /connect to its master/,
    break: ['ALTER DATABASE $db SET default_transaction_read_only = on'],
    mend: ['SET default_transaction_read_only = off', 'ALTER DATABASE $db RESET default_transaction_read_only'],
  },
  { title: 'a pool of one', id: 'POOL_SMALL', fix: /poolSize: 10/, options: { poolSize: 1 } },
];

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
});

afterAll(async () => {
  await sandbox.close();
});

async function statements(options: DataSourceOptions, lines: readonly string[] = []): Promise<void> {
  const dataSource = await new DataSource({ ...options, migrations: [...tillbridgeMigrations] }).initialize();
  const name = String(dataSource.driver.database);
  for (const line of lines) await dataSource.query(line.replace('$db', name));
  await dataSource.destroy();
}

async function migrated(options: DataSourceOptions): Promise<void> {
  const dataSource = await new DataSource({ ...options, migrations: [...tillbridgeMigrations] }).initialize();
  await runMigrations(dataSource);
  await dataSource.destroy();
}

const idsOn = async (options: DataSourceOptions): Promise<string[]> =>
  (await examine(healthy(options), sandbox.url)).map(({ id }) => id);

/** @param healing - what makes the server, which is far from UTC, a healthy one */
function faultsOf(engine: 'mariadb' | 'postgres', rows: readonly Row[], healing: readonly string[]): void {
  describe(`doctor (${engine})`, () => {
    let server: DurableEngine;
    let options: DataSourceOptions;
    beforeAll(async () => {
      server = await startDurableEngine(engine, scratchFolder());
      options = await server.createDatabase();
      await statements(options, healing);
      await migrated(options);
    }, 120_000);
    afterAll(() => server.stop());

    it('finds nothing in a healthy shop', async () => {
      expect(await idsOn(options)).toEqual([]);
    });

    it.each(rows)('finds $title, and says what mends it', async (row) => {
      await statements(options, row.break);
      const found = await examine(healthy({ ...options, ...row.options } as DataSourceOptions), sandbox.url);
      await statements(options, row.mend);
      expect(found.map(({ id }) => id)).toEqual([row.id]);
      expect(found[0]!.fix).toMatch(row.fix);
      expect(await idsOn(options)).toEqual([]);
    });
  });
}

const has = (name: string): boolean => testEngines().some((engine) => engine.name === name);
if (has('mariadb')) faultsOf('mariadb', MARIADB, MARIADB[2]?.mend ?? []);
if (has('postgres')) faultsOf('postgres', POSTGRES, POSTGRES[2]?.mend ?? []);

const HOLDER = `
const Database = require('better-sqlite3');
const held = new Database(process.argv[1]);
held.pragma('journal_mode = WAL');
held.prepare('SELECT * FROM sqlite_master').all();
console.log('held');
process.stdin.resume();`;

async function hold(file: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', HOLDER, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return child;
}

const ended = (child: ChildProcess): Promise<unknown> => {
  const end = new Promise((resolve) => child.once('close', resolve));
  child.kill();
  return end;
};

describe('doctor (sqlite)', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    await migrated(database.options);
  });

  it('finds a second process of the shop on the same file', async () => {
    const file = String(database.options.database);
    const [one, other] = [await hold(file), await hold(file)];
    const found = await idsOn(database.options);
    await ended(other);
    const left = await idsOn(database.options);
    await ended(one);
    await database.drop();
    expect([found, left]).toEqual([['SQLITE_SHARED'], []]);
  });
});
