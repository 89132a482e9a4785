import { MigrationExecutor, type DataSource, type Migration } from 'typeorm';
import { tillbridgeMigrations } from '../../database/index.js';

/** Migrations of this package, of every engine, by their names. */
export const OWN_MIGRATIONS: ReadonlySet<string> = new Set(
  tillbridgeMigrations.map((each) => new each().name ?? each.name),
);

/** Migrations of the shop that its database lacks, the shop's own among them, oldest first. Changes nothing. */
export const pendingMigrations = (dataSource: DataSource): Promise<Migration[]> =>
  new MigrationExecutor(dataSource).getPendingMigrations();
