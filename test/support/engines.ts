import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { findCanaryInDatabase } from './canary-rows.js';
import type { TestEngineName } from './engine-plan.mjs';
import { isLongRun } from './long-run.js';

export type { TestEngineName } from './engine-plan.mjs';

/** An engine of this run. */
export interface TestEngine {
  name: TestEngineName;
  /** Jest's `describe` with the engine's name after the title. */
  describe(title: string, body: () => void): void;
}

/** What a new database consists of. */
export interface TestDatabaseInput {
  /** On PostgreSQL: the database that it is a copy of. Default: an empty one. */
  template?: string;
}

/** A new database for one test or one file. */
export interface TestDatabase {
  /** TypeORM options without entities: spread them into your own options. */
  options: DataSourceOptions;
  /**
   * Searches every row for the canary key, then removes the database. Close your DataSources first.
   * @throws {Error} if a row contains the canary key in any form; the database is removed then too
   */
  drop(): Promise<void>;
}

/** A variable that the set-up of the run has set. */
export function environment(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run the suite with config/jest.config.mjs, whose global set-up sets it`);
  return value;
}

const servers = (): { name: TestEngineName; url?: string }[] => JSON.parse(environment('TILLBRIDGE_TEST_SERVERS'));

/** The URL of a server of this run. @throws if it is not among the engines */
export function serverUrl(engine: TestEngineName): string {
  const url = servers().find(({ name }) => name === engine)?.url;
  if (!url) throw new Error(`${engine} is not among the engines of this run`);
  return url;
}

/** The engines of this run, in a fixed order; SQLite is included unless TILLBRIDGE_TEST_ENGINES excludes it. */
export function testEngines(): TestEngine[] {
  return servers().map(({ name }) => ({ name, describe: (title, body) => describe(`${title} (${name})`, body) }));
}

/**
 * Runs a block of tests once for each engine of this run.
 *
 * @example
 * describeEngines('the inbox', (engine) => {
 *   it('keeps a notification', async () => { const database = await createTestDatabase(engine); … });
 * });
 */
export function describeEngines(title: string, body: (engine: TestEngineName) => void): void {
  for (const engine of testEngines()) engine.describe(title, () => body(engine.name));
}

const placeOf = (title: string): number => [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);

const serversOf = (engines: readonly TestEngine[]): TestEngine[] => engines.filter(({ name }) => name !== 'sqlite');

/** The engine for a scenario: always the same for one title, but others for other titles. */
const chosenOf = (title: string, engines: readonly TestEngine[]): TestEngine | undefined =>
  engines[placeOf(title) % engines.length];

/**
 * The engine for a scenario that behaves equally on all of them: a server if there is one, because most other specs run
 * on SQLite.
 */
function engineFor(title: string): TestEngine | undefined {
  const all = testEngines();
  const servers = serversOf(all);
  return chosenOf(title, servers.length > 0 ? servers : all);
}

/**
 * Runs a block of tests on one engine of this run, and on all of them in the long run; on the others, its tests count
 * as skipped. For scenarios whose statements are tested on each engine by other specs.
 *
 * @example
 * describeOneEngine('batches of refunds', (engine) => {
 *   it('are sent one by one', async () => { const stage = await RefundStage.start(engine); … });
 * });
 */
export function describeOneEngine(title: string, body: (engine: TestEngineName) => void): void {
  const chosen = engineFor(title)?.name;
  for (const { name } of testEngines()) {
    const run = isLongRun || name === chosen ? describe : describe.skip;
    run(`${title} (${name})`, () => body(name));
  }
}

const NO_SERVER = 'no database server is at hand';

/**
 * Runs a block of tests on every database server of this run; if there is none, its tests count as skipped.
 *
 * @example
 * describeServers('two replicas', (engine) => { … });
 */
export function describeServers(title: string, body: (engine: TestEngineName) => void): void {
  const servers = serversOf(testEngines());
  for (const engine of servers) engine.describe(title, () => body(engine.name));
  if (servers.length === 0) describe.skip(`${title} (${NO_SERVER})`, () => body('mariadb'));
}

/**
 * Like {@link describeOneEngine}, for scenarios of several processes: on one database server of this run, and on all of
 * them in the long run; if there is none, its tests count as skipped.
 *
 * @example
 * describeOneServer('a replica that is killed', (engine) => { … });
 */
export function describeOneServer(title: string, body: (engine: TestEngineName) => void): void {
  const servers = serversOf(testEngines());
  const chosen = chosenOf(title, servers)?.name;
  for (const { name } of servers) {
    const run = isLongRun || name === chosen ? describe : describe.skip;
    run(`${title} (${name})`, () => body(name));
  }
  if (servers.length === 0) describe.skip(`${title} (${NO_SERVER})`, () => body('mariadb'));
}

/** Works with a DataSource, and closes it. */
export async function withDataSource<T>(
  options: DataSourceOptions,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function dropAfterScan(options: DataSourceOptions, remove: () => Promise<void>): Promise<void> {
  const leaks = await withDataSource(options, findCanaryInDatabase).finally(remove);
  if (leaks.length > 0) throw new Error(`The canary key stands in the database: ${leaks.join('; ')}`);
}

function createSqliteDatabase(): TestDatabase {
  const file = join(environment('TILLBRIDGE_TEST_FOLDER'), `${databaseName()}.sqlite`);
  const options: DataSourceOptions = { type: 'better-sqlite3', database: file };
  const remove = async (): Promise<void> => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
  };
  return { options, drop: () => dropAfterScan(options, remove) };
}

const databaseName = (): string => `tillbridge_test_${randomBytes(8).toString('hex')}`;

const STATEMENTS = {
  mariadb: {
    create: (name: string) => `CREATE DATABASE ${name} CHARACTER SET utf8mb4`,
    drop: (name: string) => `DROP DATABASE ${name}`,
  },
  mysql: {
    create: (name: string) => `CREATE DATABASE ${name} CHARACTER SET utf8mb4`,
    drop: (name: string) => `DROP DATABASE ${name}`,
  },
  postgres: {
    create: (name: string, template?: string) => `CREATE DATABASE ${name} TEMPLATE ${template ?? 'template1'}`,
    drop: (name: string) => `DROP DATABASE ${name} WITH (FORCE)`,
  },
};

async function createServerDatabase(
  engine: Exclude<TestEngineName, 'sqlite'>,
  { template }: TestDatabaseInput,
): Promise<TestDatabase> {
  const url = serverUrl(engine);
  const name = databaseName();
  const { create, drop } = STATEMENTS[engine];
  const admin: DataSourceOptions = { type: engine, url };
  const own = new URL(url);
  own.pathname = `/${name}`;
  const options: DataSourceOptions =
    engine === 'postgres'
      ? { type: 'postgres', url: own.href }
      : { type: engine, url: own.href, charset: 'utf8mb4', supportBigNumbers: true };
  await withDataSource(admin, (dataSource) => dataSource.query(create(name, template)));
  const remove = async (): Promise<void> => {
    await withDataSource(admin, (dataSource) => dataSource.query(drop(name)));
  };
  return { options, drop: () => dropAfterScan(options, remove) };
}

/**
 * Creates a new, empty database on an engine of this run.
 *
 * @example
 * const database = await createTestDatabase(engine);
 * const dataSource = await new DataSource({ ...database.options, entities: [Order], synchronize: true }).initialize();
 * await dataSource.destroy();
 * await database.drop();
 */
export async function createTestDatabase(engine: TestEngineName, input: TestDatabaseInput = {}): Promise<TestDatabase> {
  return engine === 'sqlite' ? createSqliteDatabase() : createServerDatabase(engine, input);
}

/**
 * Runs the same work on every engine of this run at once, for work that mostly waits. It resolves once all have ended
 * and cleaned up.
 *
 * @throws the error of the first one that failed
 */
export async function onEveryEngine<T>(work: (engine: TestEngineName) => Promise<T>): Promise<Map<TestEngineName, T>> {
  const names = testEngines().map(({ name }) => name);
  const endings = await Promise.allSettled(names.map(work));
  const failed = endings.find((ending) => ending.status === 'rejected');
  if (failed) throw failed.reason;
  return new Map(
    endings.flatMap((ending, index) => (ending.status === 'fulfilled' ? [[names[index]!, ending.value]] : [])),
  );
}
