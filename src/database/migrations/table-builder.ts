import { Table, type QueryRunner, type TableColumnOptions, type TableOptions } from 'typeorm';

/** A column as all engines understand it; the builder gives it the engine's own type. */
export interface PortableColumn {
  readonly name: string;
  /** `text:64` varchar of that length · `text` long text · `bigint` · `int`. */
  readonly type: `text:${number}` | 'text' | 'bigint' | 'int';
  readonly isNullable?: boolean;
  readonly isPrimary?: boolean;
  readonly default?: number;
}

/** A table as all engines understand it. */
export interface PortableTable {
  readonly name: string;
  readonly columns: readonly PortableColumn[];
  readonly uniques?: Readonly<Record<string, readonly string[]>>;
  readonly indices?: Readonly<Record<string, readonly string[]>>;
  /** Indices by whose first column texts are also found by how they begin. */
  readonly prefixes?: Readonly<Record<string, readonly string[]>>;
}

type EngineType = string;

/** Ids are compared to the letter, and names hold any character: MySQL's defaults promise neither. */
const MYSQL_TABLE = 'InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin';

const isPostgres = (engine: EngineType): boolean => engine === 'postgres';
const isMysql = (engine: EngineType): boolean => engine === 'mysql' || engine === 'mariadb';

/** Each engine's own name for a whole number, so that TypeORM finds nothing to change. */
const intOf = (engine: EngineType): string => (isMysql(engine) ? 'int' : 'integer');

/** A portable type in an engine's own words, for a statement. */
export function toColumnType({ type }: PortableColumn, engine: EngineType): string {
  const [name, length] = type.split(':');
  if (length) return `varchar(${length})`;
  return name === 'int' ? intOf(engine) : name!;
}

function toColumn(column: PortableColumn, engine: EngineType): TableColumnOptions {
  const [type, length] = column.type.split(':');
  return {
    name: column.name,
    type: length ? 'varchar' : type === 'int' ? intOf(engine) : type!,
    ...(length ? { length } : {}),
    isNullable: column.isNullable ?? false,
    isPrimary: column.isPrimary ?? false,
    ...(column.default === undefined ? {} : { default: column.default }),
  };
}

function toTable(table: PortableTable, engine: EngineType): TableOptions {
  const named = Object.entries(table.uniques ?? {}).map(([name, columnNames]) => ({
    name,
    columnNames: [...columnNames],
  }));
  // PostgreSQL's own index on text sorts as a language does, not by characters: it is made by hand.
  const prefixes = isPostgres(engine) ? {} : table.prefixes;
  const indices = Object.entries({ ...table.indices, ...prefixes }).map(([name, columnNames]) => ({
    name,
    columnNames: [...columnNames],
  }));
  return {
    name: table.name,
    columns: table.columns.map((column) => toColumn(column, engine)),
    // TypeORM keeps unique constraints of MySQL as unique indices.
    uniques: isMysql(engine) ? [] : named,
    indices: [...indices, ...(isMysql(engine) ? named.map((unique) => ({ ...unique, isUnique: true })) : [])],
    ...(isMysql(engine) ? { engine: MYSQL_TABLE } : {}),
  };
}

/** Creates a table on whichever engine the runner speaks to. */
export async function createTable(runner: QueryRunner, table: PortableTable): Promise<void> {
  const { type } = runner.connection.options;
  await runner.createTable(new Table(toTable(table, type)));
  if (!isPostgres(type)) return;
  const { driver } = runner.connection;
  for (const [name, [first = '', ...others]] of Object.entries(table.prefixes ?? {})) {
    const columns = [`${driver.escape(first)} varchar_pattern_ops`, ...others.map((each) => driver.escape(each))];
    await runner.query(`CREATE INDEX ${driver.escape(name)} ON ${driver.escape(table.name)} (${columns.join(', ')})`);
  }
}
