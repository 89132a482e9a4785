import { expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { mysqlLockName } from '../../src/database/engine/index.js';
import { migrationPlan } from '../../src/cli/migrate/plan.js';
import { createTestDatabase, describeServers, testEngines, type TestDatabase } from '../support/engines.js';
import { HARDLY_OPTIMISED } from '../support/hardly-optimised.mjs';
import { waitFor } from '../support/wait-for.js';

const PROGRAM = join(process.cwd(), 'test/database/migrations-at-once-main.mjs');
const REPLICAS = 3;
/** Tables that gain an index; on PostgreSQL the lock of the migrations is let go between two of them if there are rows. */
const FILLED = ['tillbridge_order', 'tillbridge_refund', 'tillbridge_decision', 'tillbridge_effect'];

const WAITING = "SELECT id FROM information_schema.processlist WHERE info LIKE 'SELECT GET_LOCK(%'";

interface Replica {
  /** Lets it begin. @returns `ready`, or why not */
  begin(): Promise<string>;
}

/** A process that has loaded everything and waits. */
async function load({ options }: TestDatabase): Promise<Replica> {
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE: JSON.stringify(options) };
  const child = spawn(process.execPath, [...HARDLY_OPTIMISED, PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exited = once(child, 'exit');
  const next = async (): Promise<string> => String((await lines.next()).value);
  expect(await next()).toBe('loaded');
  const begin = async (): Promise<string> => {
    child.stdin.end();
    const outcome = await next();
    await exited;
    return outcome;
  };
  return { begin };
}

/** A row in each table, of whatever values. */
async function fill(source: DataSource): Promise<void> {
  const runner = source.createQueryRunner();
  for (const { name, columns } of await runner.getTables(FILLED)) {
    const names = columns.map((column) => source.driver.escape(column.name));
    const values = columns.map(({ type }) => (/int/i.test(type) ? '1' : "'a'"));
    await source.query(`INSERT INTO ${name} (${names.join(', ')}) VALUES (${values.join(', ')})`);
  }
  await runner.release();
}

describeServers('replicas that migrate at their start, all at once', (engine) => {
  it.each([
    ['a database without the tables', 0],
    ['a database of 0.1 with rows in it', 1],
  ])('come up one and all, and find every part of the tables once: %s', async (_, count) => {
    const database = await createTestDatabase(engine);
    // TypeORM's own table of migrations is there: it makes that before it asks any migration.
    const before = { ...database.options, migrations: tillbridgeMigrations.slice(0, count), migrationsRun: true };
    const source = await new DataSource(before).initialize();
    try {
      if (count > 0) await fill(source);
      const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => load(database)));
      expect(await Promise.all(replicas.map((replica) => replica.begin()))).toEqual(['ready', 'ready', 'ready']);
      const lists = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations] };
      const after = await new DataSource({ ...database.options, ...lists }).initialize();
      expect((await after.driver.createSchemaBuilder().log()).upQueries).toEqual([]);
      expect((await migrationPlan(after)).map(({ name, hasRun }) => [name, hasRun])).toEqual(
        tillbridgeMigrations.map(({ name }) => [name, true]),
      );
      await after.destroy();
    } finally {
      await source.destroy();
      await database.drop();
    }
  });
});

const itOnMysql = testEngines().some(({ name }) => name !== 'sqlite' && name !== 'postgres') ? it : it.skip;

itOnMysql('a replica that waits in vain for another one that migrates says so, and has changed nothing', async () => {
  const engine = testEngines().find(({ name }) => name !== 'sqlite' && name !== 'postgres')!.name;
  const database = await createTestDatabase(engine);
  const other = await new DataSource(database.options).initialize();
  const holder = other.createQueryRunner();
  const replica = await new DataSource({ ...database.options, migrations: [...tillbridgeMigrations] }).initialize();
  try {
    await holder.query(`SELECT GET_LOCK(${mysqlLockName('migration')}, 0)`);
    const failure = replica.runMigrations().catch((error: unknown) => error);
    const waiting = await waitFor(async () => (await other.query<{ id: string }[]>(WAITING))[0], {
      what: 'it to wait',
    });
    await other.query(`KILL QUERY ${waiting.id}`);
    expect(await failure).toMatchObject({ code: 'MIGRATIONS_BUSY' });
    expect(await other.query("SHOW TABLES LIKE 'tillbridge%'")).toEqual([]);
  } finally {
    await holder.release();
    await other.destroy();
    await replica.destroy();
    await database.drop();
  }
});
