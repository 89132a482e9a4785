import { DataSource, EntitySchema, type EntitySchemaColumnOptions, type Repository, type Table } from 'typeorm';
import type { TableColumn } from 'typeorm';
import { tillbridgeMigrations } from 'tillbridge/database';
import { createTestDatabase, type TestDatabase, type TestEngineName } from '../support/engines.js';

/** The names of the module's tables, asked of the database itself. */
const NAMES = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'tillbridge_%'",
  mariadb:
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'tillbridge_%'",
  mysql:
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE 'tillbridge_%'",
  postgres: "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'tillbridge_%'",
};

/** A table by its bare name, as a database of this engine describes it. */
export const nameOf = ({ name }: Table): string => name.split('.').at(-1)!;

/** Every table of the module in a database. */
export async function tablesIn(source: DataSource, engine: TestEngineName): Promise<Table[]> {
  const rows = (await source.query(NAMES[engine])) as { name: string }[];
  const runner = source.createQueryRunner();
  try {
    return await runner.getTables(rows.map(({ name }) => name).sort());
  } finally {
    await runner.release();
  }
}

const toColumn = (column: TableColumn): EntitySchemaColumnOptions => ({
  name: column.name,
  type: column.type as NonNullable<EntitySchemaColumnOptions['type']>,
  primary: column.isPrimary,
  nullable: column.isNullable,
});

const toEntity = (table: Table): EntitySchema<Row> =>
  new EntitySchema<Row>({
    name: nameOf(table),
    tableName: nameOf(table),
    columns: Object.fromEntries(table.columns.map((column) => [column.name, toColumn(column)])),
  });

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What release 0.1 knows of the database: the tables of the first migration, and no column that came later. They are read
 * from a database that this migration alone has made.
 */
export class FirstRelease {
  private constructor(
    readonly tables: readonly Table[],
    private readonly sources: DataSource[] = [],
  ) {}

  static async on(engine: TestEngineName): Promise<FirstRelease> {
    const database = await createTestDatabase(engine);
    const migrations = [tillbridgeMigrations[0]];
    const source = await new DataSource({ ...database.options, migrations, migrationsRun: true }).initialize();
    try {
      return new FirstRelease(await tablesIn(source, engine));
    } finally {
      await source.destroy();
      await database.drop();
    }
  }

  /** Opens a database as a process of 0.1 does: its statements name the columns that it knows, and all of them. */
  async open({ options }: TestDatabase): Promise<Repository<Row>[]> {
    const source = await new DataSource({ ...options, entities: this.tables.map(toEntity) }).initialize();
    this.sources.push(source);
    return this.tables.map((table) => source.getRepository<Row>(nameOf(table)));
  }

  async close(): Promise<void> {
    for (const source of this.sources.splice(0)) await source.destroy();
  }
}
