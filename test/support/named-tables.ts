import { DataSource, DefaultNamingStrategy, type DataSourceOptions } from 'typeorm';
import { createTestDatabase, type TestDatabase, type TestEngineName } from './engines.js';

/** A host's own names: none equals the name in the module's entities. */
class OwnNames extends DefaultNamingStrategy {
  override tableName(target: string, given: string | undefined): string {
    return `${super.tableName(target, given)}_rows`;
  }

  override columnName(property: string, given: string, prefixes: string[]): string {
    return `c_${super.columnName(property, given, prefixes)}`;
  }

  override primaryKeyName(table: Parameters<DefaultNamingStrategy['primaryKeyName']>[0], columns: string[]): string {
    return `own_${super.primaryKeyName(table, columns)}`;
  }
}

const SCHEMA = 'till';

/** A host's DataSource settings about names. */
export const NAMINGS = {
  'a prefix': { entityPrefix: 'shop1_' },
  'a naming strategy': { namingStrategy: new OwnNames() },
  'a prefix and a naming strategy': { entityPrefix: 'shop1_', namingStrategy: new OwnNames() },
  'a schema': { schema: SCHEMA },
  'a schema, a prefix and a naming strategy': {
    schema: SCHEMA,
    entityPrefix: 'shop1_',
    namingStrategy: new OwnNames(),
  },
} as const;

/** One of {@link NAMINGS}. */
export type Naming = keyof typeof NAMINGS;

/** Only PostgreSQL has schemas within a database. */
export const namingsOf = (engine: TestEngineName): Naming[] =>
  (Object.keys(NAMINGS) as Naming[]).filter((naming) => engine === 'postgres' || !('schema' in NAMINGS[naming]));

/** A new database whose options give the tables other names. */
export async function createNamedDatabase(engine: TestEngineName, naming: Naming): Promise<TestDatabase> {
  const database = await createTestDatabase(engine);
  const options = { ...database.options, ...NAMINGS[naming] } as DataSourceOptions;
  if ('schema' in NAMINGS[naming]) await makeSchema(database.options);
  return { options, drop: () => database.drop() };
}

async function makeSchema(options: DataSourceOptions): Promise<void> {
  const dataSource = await new DataSource(options).initialize();
  try {
    await dataSource.query(`CREATE SCHEMA ${SCHEMA}`);
  } finally {
    await dataSource.destroy();
  }
}
