import type { DataSource, EntityMetadata, QueryRunner } from 'typeorm';
import { quotePath } from './quote-path.js';

/** A table of ours that is not there as this version needs it. */
export interface MissingTable {
  /** Where the host's DataSource looks for it, with its schema where there is one. */
  readonly table: string;
  /** The columns that it lacks; none where the whole table is missing. */
  readonly columns: readonly string[];
}

/** The metadata of our tables in the host's DataSource, whatever it calls them: ours begin so before it names them. */
export const ownTables = ({ entityMetadatas }: DataSource): EntityMetadata[] =>
  entityMetadatas.filter(({ givenTableName }) => givenTableName?.startsWith('tillbridge_'));

/**
 * Which of our tables, or columns of them, the database lacks: one statement for each table that is as it should be, for the
 * look stands in the way of every start.
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
 * Whether the database still lacks anything of ours. Ends at the first: it is asked repeatedly, and no statement of it
 * fails, which would stand in the server's log each time.
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

/** Null where nothing is missing: what cannot be read for another reason, such as a missing right, is there. */
async function lackOf(runner: QueryRunner, { tablePath, columns }: EntityMetadata): Promise<MissingTable | null> {
  const there = await runner.getTable(tablePath);
  if (!there) return { table: tablePath, columns: [] };
  const missing = columns.map(({ databaseName }) => databaseName).filter((name) => !there.findColumnByName(name));
  return missing.length === 0 ? null : { table: tablePath, columns: missing };
}
