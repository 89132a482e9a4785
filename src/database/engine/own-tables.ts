import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { quotePath } from './quote-path.js';

/** A table of this package that is missing, or lacks columns that this version needs. */
export interface MissingTable {
  /** Its name in the host's database, with the schema if there is one. */
  readonly table: string;
  /** The missing columns; empty if the whole table is missing. */
  readonly columns: readonly string[];
}

/** The metadata of our tables in the host's DataSource. Names are compared before the host renames the tables. */
export const ownTables = ({ entityMetadatas }: DataSource): EntityMetadata[] =>
  entityMetadatas.filter(({ givenTableName }) => givenTableName?.startsWith('tillbridge_'));

/**
 * Which of our tables, or their columns, the database lacks. It takes one statement for each complete table, because
 * every start waits for it.
 *
 * @example
 * const missing = await missingTables(dataSource);
 * const isReady = missing.length === 0;
 */
export async function missingTables(dataSource: DataSource): Promise<MissingTable[]> {
  const runner = dataSource.createQueryRunner('master');
  try {
    const missing: MissingTable[] = [];
    for (const metadata of ownTables(dataSource)) {
      const found = (await isReadable(runner, metadata)) ? null : await lackOf(runner, metadata);
      if (found) missing.push(found);
    }
    return missing;
  } finally {
    await runner.release();
  }
}

/**
 * Whether the database still lacks a table or column of ours. It ends at the first one that is missing. It is called
 * repeatedly, so no statement may fail: each failure would stand in the server's log.
 */
export async function lacksTables(dataSource: DataSource): Promise<boolean> {
  const runner = dataSource.createQueryRunner('master');
  try {
    for (const metadata of ownTables(dataSource)) if (await lackOf(runner, metadata)) return true;
    return false;
  } finally {
    await runner.release();
  }
}

async function isReadable(runner: QueryRunner, { tablePath, columns }: EntityMetadata): Promise<boolean> {
  const { driver } = runner.connection;
  const names = columns.map(({ databaseName }) => driver.escape(databaseName)).join(', ');
  try {
    await runner.query(`SELECT ${names} FROM ${quotePath(driver, tablePath)} WHERE 1 = 0`);
    return true;
  } catch {
    return false;
  }
}

/** Null if nothing is missing. A table that cannot be read for another reason, such as a missing right, counts as present. */
async function lackOf(runner: QueryRunner, { tablePath, columns }: EntityMetadata): Promise<MissingTable | null> {
  const there = await runner.getTable(tablePath);
  if (!there) return { table: tablePath, columns: [] };
  const missing = columns.map(({ databaseName }) => databaseName).filter((name) => !there.findColumnByName(name));
  return missing.length === 0 ? null : { table: tablePath, columns: missing };
}
