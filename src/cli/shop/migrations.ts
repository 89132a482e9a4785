import { MigrationExecutor, type DataSource, type Migration } from 'typeorm';
import { tillbridgeMigrations } from '../../database/index.js';

/** Migrations of this package, of every engine, by their names. */
export const OWN_MIGRATIONS: ReadonlySet<string> = new Set(
  tillbridgeMigrations.map((each) => new each().name ?? each.name),
);

/** All migrations that the shop's database lacks, including the shop's own, oldest first. Changes nothing. */
export const pendingMigrations = (dataSource: DataSource): Promise<Migration[]> =>
  new MigrationExecutor(dataSource).getPendingMigrations();
