import { MigrationExecutor, type DataSource } from 'typeorm';
import { OWN_MIGRATIONS } from '../../shop/migrations.js';
import type { SchemaFacts } from '../facts.types.js';

async function missingTables(dataSource: DataSource): Promise<string[]> {
  const names = dataSource.entityMetadatas.filter(({ tableName }) => tableName.startsWith('tillbridge_'));
  const runner = dataSource.createQueryRunner();
  try {
    const missing: string[] = [];
    for (const { tableName, tablePath } of names) if (!(await runner.hasTable(tablePath))) missing.push(tableName);
    return missing;
  } finally {
    await runner.release();
  }
}

/** How the tables stand. Also where the shop runs its migrations by other means than its application's DataSource. */
export async function schemaFacts(dataSource: DataSource): Promise<SchemaFacts> {
  const executed = new Set((await new MigrationExecutor(dataSource).getExecutedMigrations()).map(({ name }) => name));
  const pending = [...OWN_MIGRATIONS].filter((name) => !executed.has(name));
  const listed = new Set(dataSource.migrations.map((each) => each.name ?? each.constructor.name));
  return {
    pending,
    unlisted: pending.filter((name) => !listed.has(name)),
    missingTables: await missingTables(dataSource),
  };
}
