import type { DataSource, EntityManager } from 'typeorm';
import { masterManager } from '../../database/engine/index.js';
import type { Payments } from '../../shop/index.js';
import type { CliContext } from '../../shop/payments/index.js';
import type { Output } from '../output/index.js';
import { loadConfig, type LoadedConfig } from './config-file.js';
import { createShop, type CreatedShop } from './create-app.js';
import { OWN_MIGRATIONS, pendingMigrations } from './migrations.js';
import { handlerFailed, isTableMissing, migrationsMissing, openingError } from './open-errors.js';
import { stillSchedule } from './still-schedule.js';

/** Flags of every command that opens the shop. */
export interface ShopFlags {
  readonly config?: string;
}

/** The shop's application, opened for the command line: no port, no worker, no cron job. */
export interface OpenShop extends CreatedShop {
  readonly payments: Payments;
  readonly dataSource: DataSource;
  /** Reads from the master. */
  readonly manager: EntityManager;
  readonly config: LoadedConfig;
}

const toolsShop = (created: CreatedShop, config: LoadedConfig): OpenShop => {
  const { payments, dataSource }: CliContext = created.tools;
  return { ...created, payments, dataSource, manager: masterManager(dataSource), config };
};

/** Nest closes only what it has initialised, so connections are closed here. */
async function close({ app, tools }: CreatedShop): Promise<void> {
  await app.close();
  if (tools.dataSource.isInitialized) await tools.dataSource.destroy();
}

/** The parts of the output that opening a shop needs. */
type Notes = Pick<Output, 'isVerbose' | 'note'>;

/** {@link runInCreatedShop} with a loaded configuration. */
export async function withConfiguredShop<T>(
  config: LoadedConfig,
  output: Notes,
  work: (shop: OpenShop) => Promise<T>,
): Promise<T> {
  const created = await createShop(config, output.isVerbose);
  try {
    return await work(toolsShop(created, config));
  } finally {
    await close(created).catch((error: Error) => output.note(`The shop did not close cleanly: ${error.message}`));
  }
}

/**
 * Creates the shop's application, runs work with it, and closes it. For commands about a shop that cannot start: no
 * code of the application has started, and its tables may be missing.
 *
 * @throws CliError like {@link createShop} and {@link loadConfig}
 */
export const runInCreatedShop = async <T>(
  flags: ShopFlags,
  output: Notes,
  work: (shop: OpenShop) => Promise<T>,
): Promise<T> => withConfiguredShop(await loadConfig(flags.config, process.cwd()), output, work);

/** Starts what the application itself starts (its `onModuleInit`, handlers of `@OnPayment`), but none of its jobs. */
export async function begin({ app }: CreatedShop): Promise<void> {
  const stillAgain = stillSchedule(app);
  try {
    await app.init();
  } catch (error) {
    throw openingError(error);
  } finally {
    stillAgain();
  }
}

/**
 * Opens the shop, runs work with it, and closes it. Handlers inside the transaction run in this process; effects after
 * the commit are left to the shop's own processes.
 *
 * @throws CliError `MIGRATIONS_MISSING`, `HANDLER_FAILED`, and like {@link runInCreatedShop}
 * @example
 * ```ts
 * const find = (flags: ShopFlags, output: Output, orderId: string) =>
 *   runInShop(flags, output, ({ payments }) => payments.orders.find(orderId));
 * ```
 */
export function runInShop<T>(flags: ShopFlags, output: Output, work: (shop: OpenShop) => Promise<T>): Promise<T> {
  return runInCreatedShop(flags, output, async (shop) => {
    const pending = (await pendingMigrations(shop.dataSource)).filter(({ name }) => OWN_MIGRATIONS.has(name));
    if (pending.length > 0) throw migrationsMissing(pending.map(({ name }) => name));
    await begin(shop);
    try {
      return await work(shop);
    } catch (error) {
      // Its own table may be missing: that is no reason to look for a migration of ours.
      if (shop.tools.errors.handlerOf(error) !== null) throw handlerFailed(shop.tools.errors.of(error));
      throw isTableMissing(error) ? migrationsMissing([]) : error;
    }
  });
}
