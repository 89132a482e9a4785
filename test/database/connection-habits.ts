import mysql from 'mysql2';
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';

/** How a host has its connections for its own sake, where it might as well have left them as they are. */
export interface ConnectionHabit {
  readonly title: string;
  /** Options of its DataSource, and those that it hands on to the driver. */
  readonly options?: object;
  readonly extra?: object;
  /** Settings of each session. */
  readonly settings?: readonly string[];
  /** What the process makes of PostgreSQL's types, by their numbers. */
  readonly parsers?: ReadonlyMap<number, (text: string) => unknown>;
}

const TYPEORM: readonly ConnectionHabit[] = [
  { title: 'conditions in brackets', options: { isolateWhereStatements: true } },
  { title: 'no condition of null', options: { invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' } } },
  { title: 'relations by themselves', options: { relationLoadStrategy: 'query' } },
  { title: 'no constructors', options: { entitySkipConstructor: true } },
];

/** What the drivers of MySQL hand a cast of columns. */
interface CastField {
  readonly type: string;
  readonly length: number;
  string(): string | null;
}

const BIG_INTEGERS = (field: CastField, next: () => unknown): unknown => {
  if (field.type === 'TINY' && field.length === 1) return field.string() === '1';
  if (field.type !== 'LONGLONG') return next();
  const text = field.string();
  return text === null ? null : BigInt(text);
};

const setting = (text: string): ConnectionHabit => ({ title: text, settings: [text] });
const sqlMode = (word: string): ConnectionHabit => ({
  title: word,
  settings: [`sql_mode = CONCAT(@@sql_mode, ',${word}')`],
});

const MARIADB: readonly ConnectionHabit[] = [
  ...TYPEORM,
  { title: 'dates as text', options: { dateStrings: true } },
  { title: 'large numbers as text', options: { supportBigNumbers: true, bigNumberStrings: true } },
  { title: 'large numbers as bigint', extra: { typeCast: BIG_INTEGERS } },
  { title: 'fractions as numbers', extra: { decimalNumbers: true } },
  { title: 'names for parameters', extra: { namedPlaceholders: true } },
  { title: 'JSON as text', extra: { jsonStrings: true } },
  { title: 'a zone of its own', options: { timezone: '+05:30' }, settings: [`time_zone = '+05:30'`] },
  { title: 'rows that changed', options: { flags: ['-FOUND_ROWS'] } },
  { title: 'another collation', options: { charset: 'utf8mb4_unicode_ci' } },
  ...['ANSI', 'PAD_CHAR_TO_FULL_LENGTH', 'TRADITIONAL', 'SIMULTANEOUS_ASSIGNMENT', 'NO_UNSIGNED_SUBTRACTION'].map(
    sqlMode,
  ),
  ...[
    'sql_safe_updates = 1',
    'group_concat_max_len = 4',
    'innodb_lock_wait_timeout = 1',
    'innodb_snapshot_isolation = 1',
    `tx_isolation = 'SERIALIZABLE'`,
    `collation_connection = 'utf8mb4_turkish_ci'`,
    'div_precision_increment = 0',
  ].map(setting),
];

const parser = (title: string, oid: number, of: (text: string) => unknown): ConnectionHabit => ({
  title,
  parsers: new Map([[oid, of]]),
});

const ONLY_MARIADB = new Set([
  'SIMULTANEOUS_ASSIGNMENT',
  'innodb_snapshot_isolation = 1',
  `tx_isolation = 'SERIALIZABLE'`,
]);
const MYSQL = MARIADB.filter(({ title }) => !ONLY_MARIADB.has(title));

const POSTGRES: readonly ConnectionHabit[] = [
  ...TYPEORM,
  { title: 'large numbers as numbers', options: { parseInt8: true } },
  parser('large numbers as bigint', pg.types.builtins.INT8, BigInt),
  parser('fractions as numbers', pg.types.builtins.NUMERIC, Number),
  parser('truth as text', pg.types.builtins.BOOL, String),
  ...[
    'standard_conforming_strings = off',
    'lock_timeout = 1000',
    `default_transaction_isolation = 'serializable'`,
    'default_transaction_deferrable = on',
    `DateStyle = 'SQL, DMY'`,
    `IntervalStyle = 'iso_8601'`,
    'extra_float_digits = -5',
    `timezone = 'Asia/Kolkata'`,
    'transform_null_equals = on',
    'enable_seqscan = off',
    `plan_cache_mode = 'force_generic_plan'`,
    'search_path = elsewhere, public',
  ].map(setting),
];

/** The habits of hosts on a server. */
export const HABITS = { mariadb: MARIADB, mysql: MYSQL, postgres: POSTGRES } as const;

/** All habits of hosts on a server at once. */
export function allAtOnce(habits: readonly ConnectionHabit[]): ConnectionHabit {
  return {
    title: 'all of it at once',
    options: Object.assign({}, ...habits.map(({ options }) => options)) as object,
    extra: Object.assign({}, ...habits.map(({ extra }) => extra)) as object,
    settings: habits.flatMap(({ settings = [] }) => settings),
    parsers: new Map(habits.flatMap(({ parsers = [] }) => [...parsers])),
  };
}

/** The driver of MySQL and MariaDB, each of whose connections is told something first. */
const telling = (statements: readonly string[]): object => ({
  ...mysql,
  createPool: (options: mysql.PoolOptions) => {
    const pool = mysql.createPool(options);
    pool.on('connection', (connection) => {
      for (const each of statements) connection.query(`SET SESSION ${each}`);
    });
    return pool;
  },
});

const asOption = (text: string): string =>
  `-c ${text.replaceAll(/ = |'/g, (found) => (found === ' = ' ? '=' : '')).replaceAll(' ', '\\ ')}`;

/** The options of a DataSource with a habit. */
export function withHabit(
  options: DataSourceOptions,
  { options: own, extra, settings = [] }: ConnectionHabit,
): DataSourceOptions {
  const isPostgres = options.type === 'postgres';
  const driver = isPostgres ? {} : { driver: telling(settings) };
  const server = isPostgres ? { options: settings.map(asOption).join(' ') } : {};
  return { ...options, ...own, ...driver, extra: { ...extra, ...server } } as DataSourceOptions;
}

/** Reads PostgreSQL's types as a habit has it, until the work has ended. */
export async function withParsers<T>({ parsers = new Map() }: ConnectionHabit, work: () => Promise<T>): Promise<T> {
  const before = [...parsers.keys()].map((oid) => [oid, pg.types.getTypeParser(oid)] as const);
  for (const [oid, parse] of parsers) pg.types.setTypeParser(oid, parse);
  try {
    return await work();
  } finally {
    for (const [oid, parse] of before) pg.types.setTypeParser(oid, parse);
  }
}
