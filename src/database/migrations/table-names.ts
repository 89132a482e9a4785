import type { QueryRunner } from 'typeorm';
import { quotePath } from '../engine/index.js';

/** What a table of ours and its columns are called in the host's database. */
export interface TableNames {
  /** With the schema where the host has set one; not quoted. */
  readonly path: string;
  /** The path, quoted for a statement. */
  readonly quotedPath: string;
  /** A column's name; not quoted. */
  column(name: string): string;
}

/**
 * Asks the host's DataSource what it calls a table: `entityPrefix`, `schema` and naming strategies change what our entities
 * say, and tables under any other name are never found again. A DataSource that only migrates may list no entities; its
 * naming strategy is asked then. Indices and unique constraints keep the names that our entities give them: TypeORM asks
 * naming strategies only about those without a name.
 *
 * @param table - as our entity calls it
 */
export function tableNames({ connection }: QueryRunner, table: string): TableNames {
  const { driver, entityMetadatas, namingStrategy, options } = connection;
  const metadata = entityMetadatas.find(({ givenTableName }) => givenTableName === table);
  const columns = new Map(
    metadata?.columns.map(({ givenDatabaseName, propertyName, databaseName }) => [
      givenDatabaseName ?? propertyName,
      databaseName,
    ]),
  );
  const plain = namingStrategy.tableName(table, table);
  const prefixed = options.entityPrefix ? namingStrategy.prefixTableName(options.entityPrefix, plain) : plain;
  const schema = 'schema' in options ? options.schema : undefined;
  const path = metadata?.tablePath ?? driver.buildTableName(prefixed, schema);
  return {
    path,
    quotedPath: quotePath(driver, path),
    // A column of an early migration that no entity has any more is named as any other would be.
    column: (name) => columns.get(name) ?? namingStrategy.columnName(name, name, []),
  };
}
