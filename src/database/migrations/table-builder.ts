import { Table, TableIndex, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm';
import { presentOf } from './present-parts.js';
import { tableNames, type TableNames } from './table-names.js';

/** A column in a form for all engines; the builder translates the type for each engine. */
export interface PortableColumn {
  readonly name: string;
  /** `text:64` varchar of that length · `text` long text · `bigint` · `int`. */
  readonly type: `text:${number}` | 'text' | 'bigint' | 'int';
  readonly isNullable?: boolean;
  readonly isPrimary?: boolean;
  readonly default?: number;
}

/** A table in a form for all engines. */
export interface PortableTable {
  readonly name: string;
  readonly columns: readonly PortableColumn[];
  readonly uniques?: Readonly<Record<string, readonly string[]>>;
  readonly indices?: Readonly<Record<string, readonly string[]>>;
  /** Indices whose first column is also searched by the beginning of its text. */
  readonly prefixes?: Readonly<Record<string, readonly string[]>>;
}

type EngineType = string;

/** Ids are compared exactly, and names may hold any character. MySQL's defaults guarantee neither. */
const MYSQL_TABLE = 'InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

const isPostgres = (engine: EngineType): boolean => engine === 'postgres';
const isMysql = (engine: EngineType): boolean => engine === 'mysql' || engine === 'mariadb';

/** Each engine's own name of a whole number. With another name, TypeORM would see a difference in the schema. */
const intOf = (engine: EngineType): string => (isMysql(engine) ? 'int' : 'integer');

/** The SQL name of a portable type on an engine. */
export function toColumnType({ type }: PortableColumn, engine: EngineType): string {
  const [name, length] = type.split(':');
  if (length) return `varchar(${length})`;
  return name === 'int' ? intOf(engine) : name!;
}

function toColumn(column: PortableColumn, engine: EngineType, names: TableNames): TableColumnOptions {
  const [type, length] = column.type.split(':');
  return {
    name: names.column(column.name),
    type: length ? 'varchar' : type === 'int' ? intOf(engine) : type!,
    ...(length ? { length } : {}),
    isNullable: column.isNullable ?? false,
    isPrimary: column.isPrimary ?? false,
    ...(column.default === undefined ? {} : { default: column.default }),
  };
}

function toTable(table: PortableTable, engine: EngineType, names: TableNames): TableOptions {
  const toKeys = (keys: PortableTable['indices'] = {}) =>
    Object.entries(keys).map(([name, columns]) => ({ name, columnNames: columns.map((each) => names.column(each)) }));
  const named = toKeys(table.uniques);
  // PostgreSQL's default index on text sorts by language, not by characters, so this index is made separately.
  const prefixes = isPostgres(engine) ? {} : table.prefixes;
  const indices = toKeys({ ...table.indices, ...prefixes });
  return {
    name: names.path,
    columns: table.columns.map((column) => toColumn(column, engine, names)),
    // TypeORM treats unique constraints of MySQL as unique indices.
    uniques: isMysql(engine) ? [] : named,
    indices: [...indices, ...(isMysql(engine) ? named.map((unique) => ({ ...unique, isUnique: true })) : [])],
    ...(isMysql(engine) ? { engine: MYSQL_TABLE } : {}),
  };
}

/**
 * Creates a table on the runner's engine. Existing parts are left unchanged: if each statement commits by itself, a
 * migration that was killed half way runs again from its beginning.
 */
export async function createTable(runner: QueryRunner, table: PortableTable): Promise<void> {
  const { driver, options } = runner.connection;
  const names = tableNames(runner, table.name);
  const wanted = toTable(table, options.type, names);
  const present = await presentOf(runner, names);
  if (!present.isTable) await runner.createTable(new Table(wanted));
  else
    for (const index of wanted.indices ?? [])
      if (!present.indices.has(index.name!)) await runner.createIndex(names.path, new TableIndex(index));
  if (!isPostgres(options.type)) return;
  const quoted = (column: string): string => driver.escape(names.column(column));
  for (const [name, [first = '', ...others]] of Object.entries(table.prefixes ?? {})) {
    if (present.indices.has(name)) continue;
    const columns = [`${quoted(first)} varchar_pattern_ops`, ...others.map(quoted)];
    await runner.query(`CREATE INDEX ${driver.escape(name)} ON ${names.quotedPath} (${columns.join(', ')})`);
  }
}

/** Drops the table that {@link createTable} has made, if it still exists. */
export const dropTable = (runner: QueryRunner, table: PortableTable): Promise<void> =>
  runner.dropTable(tableNames(runner, table.name).path, true);
