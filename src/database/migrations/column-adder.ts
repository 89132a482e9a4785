import { TableIndex, type QueryRunner } from 'typeorm';
import { lockMigrations } from './one-process.js';
import { presentOf } from './present-parts.js';
import { toColumnType, type PortableColumn } from './table-builder.js';
import { tableNames } from './table-names.js';

/** Columns and indices that are added to a table. */
export interface AddedColumns {
  /** The table's name in its entity. The metadata tells its name in the host's database. */
  readonly table: string;
  readonly columns: readonly PortableColumn[];
  /** By their names; they may include old columns. */
  readonly indices?: Readonly<Record<string, readonly string[]>>;
}

/**
 * PostgreSQL keeps the locks of a change until its transaction ends, and TypeORM runs all migrations in one
 * transaction. While it builds an index of millions of rows, no process could read a table that was changed before. So
 * the transaction is committed after a change of a table with rows, as MySQL and MariaDB do by themselves. The lock of
 * the migrations ends with it, and is taken anew: another process may have gone on meanwhile.
 *
 * @returns whether what is there may have changed
 */
async function commitIfFilled(runner: QueryRunner, quotedPath: string): Promise<boolean> {
  if (runner.connection.options.type !== 'postgres' || !runner.isTransactionActive) return false;
  const rows = (await runner.query(`SELECT 1 FROM ${quotedPath} LIMIT 1`)) as unknown[];
  if (rows.length === 0) return false;
  await runner.commitTransaction();
  await runner.startTransaction();
  await lockMigrations(runner);
  return true;
}

/**
 * Adds the missing columns to a table. Each change of a table with rows is committed by itself, so a migration that was
 * killed half way can run again from its beginning. Each column takes one statement: TypeORM's own way would copy the
 * whole table on SQLite.
 */
export async function addColumns(runner: QueryRunner, { table, columns, indices = {} }: AddedColumns): Promise<void> {
  const { driver, options } = runner.connection;
  const names = tableNames(runner, table);
  let present = await presentOf(runner, names);
  for (const column of columns) {
    if (present.columns.has(names.column(column.name))) continue;
    const byDefault = column.default === undefined ? '' : ` DEFAULT ${column.default}`;
    const nullness = column.isNullable ? '' : ' NOT NULL';
    const definition = `${driver.escape(names.column(column.name))} ${toColumnType(column, options.type)}${nullness}${byDefault}`;
    await runner.query(`ALTER TABLE ${names.quotedPath} ADD COLUMN ${definition}`);
  }
  for (const [name, keys] of Object.entries(indices)) {
    if (present.indices.has(name)) continue;
    const columnNames = keys.map((key) => names.column(key));
    if (await commitIfFilled(runner, names.quotedPath)) present = await presentOf(runner, names);
    if (present.indices.has(name)) continue;
    await runner.createIndex(names.path, new TableIndex({ name, columnNames }));
  }
  await commitIfFilled(runner, names.quotedPath);
}

/** Removes what {@link addColumns} has added, if it still exists. */
export async function dropColumns(runner: QueryRunner, { table, columns, indices = {} }: AddedColumns): Promise<void> {
  const { driver } = runner.connection;
  const names = tableNames(runner, table);
  const present = await presentOf(runner, names);
  for (const name of Object.keys(indices)) if (present.indices.has(name)) await runner.dropIndex(names.path, name);
  for (const { name } of [...columns].reverse())
    if (present.columns.has(names.column(name)))
      await runner.query(`ALTER TABLE ${names.quotedPath} DROP COLUMN ${driver.escape(names.column(name))}`);
}
