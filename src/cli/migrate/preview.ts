import { MigrationExecutor, type DataSource, type Migration, type QueryRunner } from 'typeorm';
import { engineOf, type Engine } from '../../database/engine/index.js';
import { messageOf } from '../../support/index.js';

/** A statement that a migration would run. */
export interface PreviewedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What one migration would run. */
export interface PreviewedMigration {
  readonly name: string;
  readonly statements: readonly PreviewedStatement[];
  /** Why the rest is not known (it reads what it would have made, say); null: this is all of it. */
  readonly incomplete: string | null;
}

/** What only looks. Whatever it calls cannot write either: the session is read-only meanwhile. */
const READ = /^\s*(?:SELECT|SHOW|PRAGMA\s+[\w."]+\s*(?:\(|$))/i;

const READ_ONLY: Readonly<Record<Engine, readonly [begin: string, end: string]>> = {
  mysql: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  mariadb: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  postgres: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  sqlite: ['PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
};

/** By whom a migration would be run and written down. */
interface Preview {
  readonly runner: QueryRunner;
  readonly executor: MigrationExecutor;
}

async function previewOne({ runner, executor }: Preview, migration: Migration): Promise<PreviewedMigration> {
  const statements: PreviewedStatement[] = [];
  const query = runner.query.bind(runner);
  const note = (sql: string, parameters: unknown[] = [], ...more: []): Promise<unknown> => {
    if (READ.test(sql)) return query(sql, parameters, ...more);
    statements.push({ sql: sql.trim(), parameters });
    return Promise.resolve([]);
  };
  Object.assign(runner, { query: note });
  try {
    await migration.instance?.up(runner);
    await executor.insertMigration(migration);
    return { name: migration.name, statements, incomplete: null };
  } catch (error) {
    return { name: migration.name, statements, incomplete: messageOf(error) };
  } finally {
    Object.assign(runner, { query });
  }
}

/** The statements that the migrations which have not run would run. Nothing is changed: the session is read-only. */
export async function previewMigrations(dataSource: DataSource): Promise<PreviewedMigration[]> {
  const pending = await new MigrationExecutor(dataSource).getPendingMigrations();
  const [begin, end] = READ_ONLY[engineOf(dataSource)];
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query(begin);
    const executor = new MigrationExecutor(dataSource, runner);
    const found: PreviewedMigration[] = [];
    for (const migration of pending) found.push(await previewOne({ runner, executor }, migration));
    return found;
  } finally {
    await runner.query(end);
    await runner.release();
  }
}
