import type { QueryRunner } from 'typeorm';
import { quotePath } from '../engine/index.js';

/** The names of one of our tables and its columns in the host's database. */
export interface TableNames {
  /** With the schema if the host has set one; not quoted. */
  readonly path: string;
  /** The path, quoted for a statement. */
  readonly quotedPath: string;
  /** A column's name; not quoted. */
  column(name: string): string;
}

/**
 * Reads the names of a table from the host's DataSource. `entityPrefix`, `schema` and naming strategies change the
 * names of our entities, and later queries would not find a table under another name. A DataSource that only migrates
 * may list no entities; then its naming strategy is asked. Indices and unique constraints keep the names in our
 * entities: TypeORM asks naming strategies only about those without a name.
 *
 * @param table - its name in our entity
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
    // A column of an early migration that is in no entity any more gets its name from the naming strategy.
    column: (name) => columns.get(name) ?? namingStrategy.columnName(name, name, []),
  };
}
