import type { QueryRunner } from 'typeorm';
import { toColumnType, type PortableColumn } from './table-builder.js';

/** Columns that a table gains. */
export interface AddedColumns {
  /** The table's own name, as its entity gives it; where the host's DataSource keeps it is asked of the metadata. */
  readonly table: string;
  readonly columns: readonly PortableColumn[];
}

/** Adds columns to a table. One statement for each: TypeORM's own way would copy the whole table on SQLite. */
export async function addColumns(runner: QueryRunner, { table, columns }: AddedColumns): Promise<void> {
  const { driver, options } = runner.connection;
  for (const column of columns) {
    const byDefault = column.default === undefined ? '' : ` DEFAULT ${column.default}`;
    const nullness = column.isNullable ? '' : ' NOT NULL';
    const definition = `${driver.escape(column.name)} ${toColumnType(column, options.type)}${nullness}${byDefault}`;
    await runner.query(`ALTER TABLE ${pathOf(runner, table)} ADD COLUMN ${definition}`);
  }
}

/** Takes back what {@link addColumns} has added. */
export async function dropColumns(runner: QueryRunner, { table, columns }: AddedColumns): Promise<void> {
  const { driver } = runner.connection;
  for (const { name } of [...columns].reverse())
    await runner.query(`ALTER TABLE ${pathOf(runner, table)} DROP COLUMN ${driver.escape(name)}`);
}

/** Where the host keeps a table, quoted. A DataSource that only migrates may have no entities: then the name is all there is. */
function pathOf({ connection }: QueryRunner, table: string): string {
  const known = connection.entityMetadatas.find(({ givenTableName }) => givenTableName === table);
  const parts = (known?.tablePath ?? table).split('.');
  return parts.map((part) => connection.driver.escape(part)).join('.');
}
