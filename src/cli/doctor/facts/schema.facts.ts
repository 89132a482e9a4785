import { MigrationExecutor, type DataSource } from 'typeorm';
import { missingTables, type MissingTable } from '../../../database/engine/index.js';
import { OWN_MIGRATIONS } from '../../shop/migrations.js';
import type { SchemaFacts } from '../facts.types.js';

/** The missing table, or its missing columns. */
const namesOf = ({ table, columns }: MissingTable): string[] =>
  columns.length === 0 ? [table] : columns.map((column) => `${table}.${column}`);

/** The state of the tables. It also works if the shop runs its migrations without its application's DataSource. */
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
