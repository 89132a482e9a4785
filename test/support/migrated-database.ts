import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataSource, QueryFailedError } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { createTestDatabase, environment, serverUrl, withDataSource } from './engines.js';
import type { TestDatabase, TestEngineName } from './engines.js';

/**
 * Creates a new database with the module's tables, as its migrations make them. Migrations take a third of a second on a
 * server, and hundreds of specs need only their result: the first database of a run is migrated, the others are copies.
 *
 * @example
 * const database = await createMigratedDatabase(engine);
 * const replicas = [await startShop({ engine, database }), await startShop({ engine, database })];
 */
export function createMigratedDatabase(engine: TestEngineName): Promise<TestDatabase> {
  if (engine === 'sqlite') return copyOfFile();
  return engine === 'postgres' ? copyOfTemplate() : copyOfDump(engine);
}

const inFolder = (name: string): string => join(environment('TILLBRIDGE_TEST_FOLDER'), name);

/** Several workers may make an original at the same time: each of them is complete, and any of them will do. */
async function migrated(engine: TestEngineName): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  const tables = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations], migrationsRun: true };
  await withDataSource({ ...database.options, ...tables }, async () => undefined);
  return database;
}

async function copyOfFile(): Promise<TestDatabase> {
  const original = inFolder('migrated.sqlite');
  const pathOf = ({ options }: TestDatabase): string => String(options.database);
  if (!existsSync(original)) renameSync(pathOf(await migrated('sqlite')), original);
  const copy = await createTestDatabase('sqlite');
  copyFileSync(original, pathOf(copy));
  return copy;
}

const UNKNOWN_DATABASE = '3D000';
const codeOf = (error: unknown): unknown =>
  error instanceof QueryFailedError && 'code' in error.driverError ? error.driverError.code : undefined;

async function copyOfTemplate(): Promise<TestDatabase> {
  const template = environment('TILLBRIDGE_TEST_TEMPLATE');
  try {
    return await createTestDatabase('postgres', { template });
  } catch (error) {
    if (codeOf(error) !== UNKNOWN_DATABASE) throw error;
  }
  await makeTemplate(template);
  return createTestDatabase('postgres', { template });
}

async function makeTemplate(template: string): Promise<void> {
  const original = await migrated('postgres');
  const { pathname } = new URL('url' in original.options ? String(original.options.url) : '');
  const rename = (admin: DataSource) => admin.query(`ALTER DATABASE ${pathname.slice(1)} RENAME TO ${template}`);
  try {
    await withDataSource({ type: 'postgres', url: serverUrl('postgres') }, rename);
  } catch {
    // Another worker was faster.
    await original.drop();
  }
}

async function copyOfDump(engine: 'mariadb' | 'mysql'): Promise<TestDatabase> {
  const file = inFolder(`migrated.${engine}.sql`);
  if (!existsSync(file)) await writeDump(engine, file);
  const copy = await createTestDatabase(engine);
  const dump = readFileSync(file, 'utf8');
  const options = { ...copy.options, multipleStatements: true } as TestDatabase['options'];
  await withDataSource(options, (dataSource) => dataSource.query(dump));
  return copy;
}

async function writeDump(engine: 'mariadb' | 'mysql', file: string): Promise<void> {
  const original = await migrated(engine);
  const statements = await withDataSource(original.options, dumpOf);
  await original.drop();
  const own = `${file}.${process.pid}`;
  writeFileSync(own, statements.join(';\n'));
  renameSync(own, file);
}

async function dumpOf(dataSource: DataSource): Promise<string[]> {
  // Every spec with a shop loads this file; the driver is a tenth of what it would load.
  const { format } = await import('mysql2');
  const rowsOf = (sql: string): Promise<Record<string, unknown>[]> => dataSource.query(sql);
  const statements: string[] = [];
  for (const table of (await rowsOf('SHOW TABLES')).flatMap((row) => Object.values(row).map(String))) {
    const [shown] = await rowsOf(`SHOW CREATE TABLE ${table}`);
    const rows = await rowsOf(`SELECT * FROM ${table}`);
    statements.push(String(shown!['Create Table']));
    for (const row of rows) statements.push(format(`INSERT INTO ${table} SET ?`, [row]));
  }
  return statements;
}
