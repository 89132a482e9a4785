import type { DataSource } from 'typeorm';
import { EngineError } from './engine-error.js';
import { masterManager } from './master-manager.js';

/** A database engine the package runs on. */
export type Engine = 'sqlite' | 'mysql' | 'mariadb' | 'postgres';

/** TypeORM's driver types that are supported. */
const ENGINES: Readonly<Record<string, Engine>> = {
  'better-sqlite3': 'sqlite',
  mysql: 'mysql',
  mariadb: 'mariadb',
  postgres: 'postgres',
};

/**
 * The oldest versions that can do what the package needs: SKIP LOCKED on the servers, RETURNING in SQLite
 * (design §10.1).
 */
export const OLDEST_VERSIONS: Readonly<Record<Engine, string>> = {
  sqlite: '3.35.0',
  mysql: '8.0.1',
  mariadb: '10.6.0',
  postgres: '9.5',
};

const UPGRADE_SERVER = 'Upgrade it: without SKIP LOCKED, workers would block one another.';
const UPGRADES: Readonly<Record<Engine, string>> = {
  sqlite: 'Upgrade better-sqlite3: without RETURNING, no one knows which rows were written.',
  mysql: UPGRADE_SERVER,
  mariadb: UPGRADE_SERVER,
  postgres: UPGRADE_SERVER,
};

const VERSION_QUERIES: Readonly<Record<Engine, string>> = {
  sqlite: 'SELECT sqlite_version() AS version',
  mysql: 'SELECT VERSION() AS version',
  mariadb: 'SELECT VERSION() AS version',
  postgres: 'SELECT version() AS version',
};

/** The first number of two parts or more. Some proxies report 10.6.1 as `5.5.5-10.6.1-MariaDB`. */
const VERSION = /(?:^|\s)(?:5\.5\.5-)?(\d+\.\d+(?:\.\d+)?)/;

/**
 * Which engine a DataSource uses.
 *
 * @throws {EngineError} `ENGINE_UNSUPPORTED` for every other driver of TypeORM
 * @example
 * const takesTurns = engineOf(dataSource) === 'sqlite';
 */
export function engineOf(dataSource: Pick<DataSource, 'options'>): Engine {
  const { type } = dataSource.options;
  const engine = Object.hasOwn(ENGINES, type) ? ENGINES[type] : undefined;
  if (engine) return engine;
  throw new EngineError({
    code: 'ENGINE_UNSUPPORTED',
    message: `TypeORM's driver "${type}" is not supported.`,
    advice: `Use one of: ${Object.keys(ENGINES).join(', ')}.`,
  });
}

/** Whether version `found` is `oldest` or newer, compared number by number. */
export function isAtLeast(found: string, oldest: string): boolean {
  const [a, b] = [found, oldest].map((version) => version.split('.').map(Number)) as [number[], number[]];
  const difference = [0, 1, 2].map((i) => (a[i] ?? 0) - (b[i] ?? 0)).find((each) => each !== 0);
  return (difference ?? 0) >= 0;
}

/** Asks the server for its version text. */
async function askVersion(dataSource: DataSource, engine: Engine): Promise<string> {
  const [row]: { version: string }[] = await masterManager(dataSource).query(VERSION_QUERIES[engine]);
  return row?.version ?? '';
}

/**
 * Reads the server's version text, and refuses a version that is too old.
 *
 * @returns the plain version number
 * @throws {EngineError} `ENGINE_TOO_OLD`
 * @example
 * readVersion('mariadb', '10.11.6-MariaDB-log'); // '10.11.6'
 */
export function readVersion(engine: Engine, text: string): string {
  const version = VERSION.exec(text)?.[1] ?? '0';
  const oldest = OLDEST_VERSIONS[engine];
  if (isAtLeast(version, oldest)) return version;
  throw new EngineError({
    code: 'ENGINE_TOO_OLD',
    message: `The database is ${engine} ${version}; the oldest supported version is ${oldest}.`,
    advice: UPGRADES[engine],
  });
}

/**
 * Checks that the database is new enough. Call it at boot.
 *
 * @returns its version, e.g. `10.11.6`
 * @throws {EngineError} `ENGINE_TOO_OLD`, `ENGINE_UNSUPPORTED`
 * @example
 * await checkEngineVersion(dataSource);
 */
export async function checkEngineVersion(dataSource: DataSource): Promise<string> {
  const engine = engineOf(dataSource);
  const text = await askVersion(dataSource, engine);
  // If the TypeORM type is "mysql" and the server is MariaDB, MariaDB's version numbers apply.
  return readVersion(engine === 'mysql' && /mariadb/i.test(text) ? 'mariadb' : engine, text);
}

/** Whether the server is MariaDB although the TypeORM type is "mysql". */
export async function isMariadbInDisguise(dataSource: DataSource): Promise<boolean> {
  return engineOf(dataSource) === 'mysql' && /mariadb/i.test(await askVersion(dataSource, 'mysql'));
}
