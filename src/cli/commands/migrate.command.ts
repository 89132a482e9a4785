import { Command } from 'commander';
import { does, shopCommand, type CommandContext } from '../frame.js';
import { EXIT } from '../exit-codes.js';
import type { Report } from '../output/index.js';
import { pendingMigrations } from '../shop/migrations.js';
import { withCreatedShop } from '../shop/open-shop.js';

async function status({ flags, output }: CommandContext<object>): Promise<Report> {
  return withCreatedShop(flags, output, async ({ dataSource }) => {
    const pending = (await pendingMigrations(dataSource)).map(({ name }) => name);
    return {
      exit: pending.length === 0 ? EXIT.done : EXIT.no,
      json: { pending },
      text: () => (pending.length === 0 ? 'The database is up to date.' : `To be run:\n${pending.join('\n')}`),
    };
  });
}

/** `tillbridge migrate`: the shop's tables. */
export function migrateCommand(): Command {
  const group = new Command('migrate').description("See what the shop's database lacks, and bring it up to date.");
  return group.addCommand(
    does(
      shopCommand('status', 'Which migrations have run, and which have not. Exit code 1 when some have not.'),
      status,
    ),
    { isDefault: true },
  );
}
