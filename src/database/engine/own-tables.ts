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
 * Which of our tables, or columns of them, the database lacks. Asks for the tables first: a statement that fails would
 * stand in the server's log each time.
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
      const table = metadata.tablePath;
      const isThere = await runner.hasTable(table);
      const columns = isThere ? await missingColumns(runner, metadata) : [];
      if (!isThere || columns.length > 0) missing.push({ table, columns });
    }
    return missing;
  } finally {
    await runner.release();
  }
}

/** One statement for all columns; only where that fails, one for each. It may also fail for want of a right to read. */
async function missingColumns(runner: QueryRunner, { tablePath, columns }: EntityMetadata): Promise<string[]> {
  const { driver } = runner.connection;
  const names = columns.map(({ databaseName }) => databaseName);
  const quoted = names.map((name) => driver.escape(name)).join(', ');
  try {
    await runner.query(`SELECT ${quoted} FROM ${quotePath(driver, tablePath)} WHERE 1 = 0`);
    return [];
  } catch {
    const missing: string[] = [];
    for (const name of names) if (!(await runner.hasColumn(tablePath, name))) missing.push(name);
    return missing;
  }
}
