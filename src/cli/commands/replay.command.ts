import { Option, type Command } from 'commander';
import type { ReplayReport, ReplayTarget } from '../../shop/index.js';
import { CliError, usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { readTime } from '../inputs/time.input.js';
import type { Report } from '../output/index.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';

interface ReplayFlags extends GroupFlags, DecisionFlags {
  readonly state?: 'parked' | 'unmatched' | 'pending';
  readonly from?: number;
  readonly to?: number;
}

const HELP = `
They are put back, and applied by the shop's own processes; what has happened does not happen again. May be repeated.

Examples:
  tillbridge replay --state parked --why 'stock table mended'
  tillbridge replay --state pending --why 'stock table mended'
  tillbridge replay --from 2026-01-31T10:00Z --to 2026-01-31T12:00Z --why 'handlers were switched off'`;

/** `tillbridge replay`: applies stored notifications again. */
export function replayCommand(): Command {
  const made = shopCommand('replay')
    .argument('[notification]', 'the id of one')
    .addOption(
      new Option(
        '--state <state>',
        'all of a state; of those that are pending, the ones that failed and wait for their next try',
      ).choices(['parked', 'unmatched', 'pending']),
    )
    .option('--from <time>', 'those received at this time or later', readTime)
    .option('--to <time>', 'those received before this time', readTime)
    .addOption(groupOption());
  return does<ReplayFlags>(withDecision(made).addHelpText('after', HELP), replay);
}

const replay: Work<ReplayFlags> = async ({ flags, output, signal }, id) => {
  const target = targetOf(flags, id);
  return withShop(flags, output, async ({ payments, tools }) => {
    if (flags.group !== undefined) await tools.groups.resolve(flags.group);
    const report = await payments.notifications.replay(target, decisionOf(flags), {
      onProgress: reportEvery(NOTED, (seen) => output.note(`${seen} looked at`)),
      signal,
    });
    if (id !== undefined && report.seen === 0) throw notificationMissing(id);
    return reportOf(report);
  });
};

/** Progress is printed each time after this number of notifications. The total is not known in advance. */
const NOTED = 1_000;

function reportEvery(step: number, report: (seen: number) => void): (progress: { readonly seen: number }) => void {
  let next = step;
  return ({ seen }) => {
    if (seen < next) return;
    next = seen + step;
    report(seen);
  };
}

/** Checks that exactly one way of selection is given. @throws CliError for wrong usage */
function targetOf({ state, from, to, group }: ReplayFlags, id: string | undefined): ReplayTarget {
  const ways = [id, state, from ?? to].filter((way) => way !== undefined);
  if (ways.length !== 1) throw usageError('Which notifications are meant?', WHICH);
  if (id !== undefined) return id;
  if (state !== undefined) return { state, group };
  if (from === undefined || to === undefined || from >= to) throw usageError('A time begins and ends.', WHICH);
  return { from, to, group };
}

const WHICH = 'Give the id of one, or --state, or --from and a later --to.';

const notificationMissing = (id: string): CliError =>
  new CliError({
    code: 'NOTIFICATION_UNKNOWN',
    message: `There is no notification ${id}.`,
    advice: 'The ids stand on the dashboard, and in payments.notifications.list.',
    exit: EXIT.no,
  });

function reportOf(report: ReplayReport): Report {
  const { seen, replayed, waiting, erased, complete } = report;
  const left = [
    ...(waiting > 0 ? [`${waiting} wait to be applied already`] : []),
    ...(erased > 0 ? [`${erased} are erased: sync reads their orders`] : []),
  ];
  return {
    exit: complete ? EXIT.done : EXIT.stopped,
    json: report,
    text: () =>
      `${replayed} of ${seen} put back.${left.map((each) => ` ${each}.`).join('')}${complete ? '' : ' Stopped early: the same call goes on.'}`,
  };
}
