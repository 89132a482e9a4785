import { MigrationExecutor, type DataSource, type Migration, type QueryRunner } from 'typeorm';
import { engineOf, type Engine } from '../../database/engine/index.js';
import { messageOf } from '../../support/index.js';

/** A statement that a migration would run. */
export interface PreviewedStatement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** The statements that one migration would run. */
export interface PreviewedMigration {
  readonly name: string;
  readonly statements: readonly PreviewedStatement[];
  /** Why the other statements are unknown (for example, it reads what it would have made); null: this is all of it. */
  readonly incomplete: string | null;
}

/** Statements that only read. A function in them cannot write either, because the session is read-only. */
const READ = /^\s*(?:SELECT|SHOW|PRAGMA\s+[\w."]+\s*(?:\(|$))/i;

const READ_ONLY: Readonly<Record<Engine, readonly [begin: string, end: string]>> = {
  mysql: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  mariadb: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  postgres: ['START TRANSACTION READ ONLY', 'ROLLBACK'],
  sqlite: ['PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
};

/** What is needed to run and record a migration. */
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

/** The statements of the migrations that have not run. Nothing changes: the session is read-only. */
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
