import { MigrationExecutor, type DataSource } from 'typeorm';
import { CliError } from '../cli-error.js';
import { OWN_MIGRATIONS } from '../shop/migrations.js';

/** One migration and its state. */
export interface PlannedMigration {
  readonly name: string;
  /** Its owner: this package, or the shop. */
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
 * Every migration of the shop's DataSource: first those that have run, then the others, both in the order in which they
 * run. One that several processes ran at once is listed once: TypeORM records it for each of them.
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
 * Checks that the DataSource lists the package's migrations.
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
