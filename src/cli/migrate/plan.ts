import { MigrationExecutor, type DataSource } from 'typeorm';
import { CliError } from '../cli-error.js';
import { OWN_MIGRATIONS } from '../shop/migrations.js';

/** One migration as it stands. */
export interface PlannedMigration {
  readonly name: string;
  /** Whose it is: this package's, or the shop's own. */
  readonly of: 'tillbridge' | 'shop';
  readonly hasRun: boolean;
}

const planned =
  (hasRun: boolean) =>
  ({ name }: { readonly name: string }): PlannedMigration => ({
    name,
    of: OWN_MIGRATIONS.has(name) ? 'tillbridge' : 'shop',
    hasRun,
  });

/**
 * Every migration of the shop's DataSource, those that have run first, both in the order in which they run. One that several
 * processes ran at a time is there once: TypeORM writes it down for each of them.
 */
export async function migrationPlan(dataSource: DataSource): Promise<PlannedMigration[]> {
  const executor = new MigrationExecutor(dataSource);
  const ran = (await executor.getExecutedMigrations()).toSorted((one, other) => one.timestamp - other.timestamp);
  const names = new Set(ran.map(({ name }) => name));
  return [
    ...[...names].map((name) => planned(true)({ name })),
    ...(await executor.getPendingMigrations()).map(planned(false)),
  ];
}

/**
 * Makes sure that the package's migrations would be run at all.
 *
 * @throws CliError `MIGRATIONS_UNLISTED`
 */
export function assertListed(plan: readonly PlannedMigration[]): void {
  const known = new Set(plan.map(({ name }) => name));
  const missing = [...OWN_MIGRATIONS].filter((name) => !known.has(name));
  if (missing.length === 0) return;
  throw new CliError({
    code: 'MIGRATIONS_UNLISTED',
    message: `The DataSource of the application does not list ${missing.join(', ')}.`,
    advice: "migrations: [...tillbridgeMigrations, …your own] in the TypeORM options, from 'tillbridge/database'.",
  });
}
