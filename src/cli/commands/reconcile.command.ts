import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { ReconciliationReport } from '../../shop/index.js';
import { DAY_MS, messageOf } from '../../support/index.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { readTime } from '../inputs/time.input.js';
import { chosenGroup, groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';

interface ReconcileFlags extends GroupFlags, DecisionFlags {
  readonly from: number;
  readonly to: number;
  readonly dryRun: boolean;
  readonly csv?: string;
}

const HELP = `
Exit code 1 when differences need attention, or, with --dry-run, when there are any.

Example:
  tillbridge reconcile --from 2026-01-01 --to 2026-02-01 --dry-run --csv january.csv --why 'month end'`;

/** `tillbridge reconcile`: compares the service's list with the shop's orders. */
export function reconcileCommand(): Command {
  const made = shopCommand('reconcile')
    .requiredOption('--from <time>', 'made at this time or later (a date is midnight UTC)', readTime)
    .requiredOption('--to <time>', 'made before this time', readTime)
    .option('--dry-run', 'report only: read nothing but the list, change nothing', false)
    .option('--csv <file>', 'write the differences there')
    .addOption(groupOption());
  return does<ReconcileFlags>(withDecision(made).addHelpText('after', HELP), reconcile);
}

const reconcile: Work<ReconcileFlags> = ({ flags, output, signal }) => {
  const { from, to, dryRun, csv } = flags;
  if (from >= to) throw usageError('--to is not later than --from.', 'Give a time that begins before it ends.');
  return withShop(flags, output, async (shop) => {
    const { reconciliationCsv, reconciliationTable } = await import('../../shop/index.js');
    const group = await chosenGroup(shop, flags);
    // Pages are read from the newest to the oldest, so progress is counted back from the end.
    const progress = await output.progress('Days compared', Math.ceil((to - from) / DAY_MS));
    const onProgress = ({ comparedDownTo }: { comparedDownTo: number }): void =>
      progress.update(Math.floor((to - comparedDownTo) / DAY_MS));
    try {
      const report = await shop.payments.reconcile({
        group,
        from,
        to,
        dryRun,
        ...decisionOf(flags),
        onProgress,
        signal,
      });
      if (csv !== undefined) await write(csv, reconciliationCsv(report));
      return { exit: exitOf(report, signal), json: report, text: () => reconciliationTable(report) };
    } finally {
      progress.stop();
    }
  });
};

function exitOf({ complete, differences }: ReconciliationReport, { aborted }: AbortSignal): ExitCode {
  if (!complete) return aborted ? EXIT.stopped : EXIT.failed;
  return differences.every(({ outcome }) => outcome === 'resolved') ? EXIT.done : EXIT.no;
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new CliError({
      code: 'FILE_NOT_WRITTEN',
      message: `The comparison is done, and ${file} cannot be written: ${messageOf(error)}.`,
      advice: 'Give --csv a place that can be written, and call it again: it may be repeated.',
    });
  }
}
