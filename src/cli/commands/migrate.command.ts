import { Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type CommandContext } from '../frame.js';
import type { PlannedMigration } from '../migrate/plan.js';
import type { PreviewedMigration } from '../migrate/preview.js';
import type { Report, TextStyle } from '../output/index.js';
import { withCreatedShop } from '../shop/with-shop.js';

interface UpFlags {
  readonly sql?: boolean;
  readonly dryRun?: boolean;
}

const UP_TO_DATE = 'The database is up to date.';

function planText(plan: readonly PlannedMigration[], style: TextStyle): string {
  const rows = plan.map(({ name, of, hasRun }) => [name, of, hasRun ? 'has run' : 'to be run']);
  const pending = plan.filter(({ hasRun }) => !hasRun).length;
  const sum = pending === 0 ? style.good(UP_TO_DATE) : style.warn(`${pending} to be run: tillbridge migrate up`);
  return `${style.table(['Migration', 'Of', 'State'], rows)}\n${sum}`;
}

async function status({ flags, output }: CommandContext<object>): Promise<Report> {
  return withCreatedShop(flags, output, async ({ dataSource }) => {
    const { assertListed, migrationPlan } = await import('../migrate/index.js');
    const migrations = await migrationPlan(dataSource);
    assertListed(migrations);
    const isDone = migrations.every(({ hasRun }) => hasRun);
    return {
      exit: isDone ? EXIT.done : EXIT.no,
      json: { upToDate: isDone, migrations },
      text: (style) => planText(migrations, style),
    };
  });
}

function scriptOf({ name, statements, incomplete }: PreviewedMigration): string {
  const lines = statements.map(
    ({ sql, parameters }) => `${sql};${parameters.length === 0 ? '' : ` -- with ${JSON.stringify(parameters)}`}`,
  );
  const rest = incomplete === null ? [] : [`-- the rest cannot be told beforehand: ${incomplete.replace(/\s+/g, ' ')}`];
  return [`-- ${name}`, ...lines, ...rest].join('\n');
}

const previewReport = (migrations: readonly PreviewedMigration[]): Report => ({
  exit: EXIT.done,
  json: { changed: false, migrations },
  text: () => (migrations.length === 0 ? `-- ${UP_TO_DATE}` : migrations.map(scriptOf).join('\n\n')),
});

const namesReport = (changed: boolean, names: readonly string[]): Report => ({
  exit: EXIT.done,
  json: { changed, migrations: names },
  text: () =>
    names.length === 0
      ? UP_TO_DATE
      : [changed ? 'Run:' : 'Would be run:', ...names.map((name) => `  ${name}`)].join('\n'),
});

async function up({ flags, output, signal }: CommandContext<UpFlags>): Promise<Report> {
  return withCreatedShop(flags, output, async ({ dataSource }) => {
    const { assertListed, migrationPlan, previewMigrations, runMigrations } = await import('../migrate/index.js');
    const plan = await migrationPlan(dataSource);
    assertListed(plan);
    if (flags.sql) return previewReport(await previewMigrations(dataSource));
    const pending = plan.filter(({ hasRun }) => !hasRun).map(({ name }) => name);
    if (flags.dryRun || pending.length === 0) return namesReport(false, pending);
    // From here on Ctrl-C waits for the end, because some engines would keep half of a migration.
    signal.throwIfAborted();
    output.note(`Running ${pending.join(', ')} …`);
    return namesReport(true, await runMigrations(dataSource));
  });
}

/** `tillbridge migrate`: shows the missing migrations of the shop's database, and runs them. */
export function migrateCommand(): Command {
  const group = new Command('migrate');
  const pendingCommand = shopCommand('status', 'Which migrations have run. Exit code 1 when some have not.');
  const run = shopCommand('up', 'Run the migrations that have not run: those of this package and of the shop.')
    .option('--dry-run', 'say which would be run, and change nothing')
    .option('--sql', 'print the statements that would be run, and change nothing');
  return group.addCommand(does(pendingCommand, status), { isDefault: true }).addCommand(does(run, up));
}
