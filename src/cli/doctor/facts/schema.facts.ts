import { MigrationExecutor, type DataSource } from 'typeorm';
import { missingTables, type MissingTable } from '../../../database/engine/index.js';
import { OWN_MIGRATIONS } from '../../shop/migrations.js';
import type { SchemaFacts } from '../facts.types.js';

/** A table that is not there at all, or its columns that are not. */
const namesOf = ({ table, columns }: MissingTable): string[] =>
  columns.length === 0 ? [table] : columns.map((column) => `${table}.${column}`);

/** How the tables stand. Also where the shop runs its migrations by other means than its application's DataSource. */
export async function schemaFacts(dataSource: DataSource): Promise<SchemaFacts> {
  const executed = new Set((await new MigrationExecutor(dataSource).getExecutedMigrations()).map(({ name }) => name));
  const pending = [...OWN_MIGRATIONS].filter((name) => !executed.has(name));
  const listed = new Set(dataSource.migrations.map((each) => each.name ?? each.constructor.name));
  return {
    pending,
    unlisted: pending.filter((name) => !listed.has(name)),
    missingTables: (await missingTables(dataSource)).flatMap(namesOf),
  };
}
