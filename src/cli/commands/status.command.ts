import type { Command } from 'commander';
import { checkHealth, DEFAULT_LIMITS, type HealthFinding, type HealthLimits } from '../../health/health.rules.js';
import { runbook, type RunbookSection } from '../../shop/core/runbook.js';
import { COUNTED_AT_MOST } from '../../shop/diagnostics/diagnostics-figures.js';
import type { DiagnosticsFigures, FailingWork } from '../../shop/index.js';
import { instantText } from '../../support/index.js';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type Work } from '../frame.js';
import { printable, type TextStyle } from '../output/index.js';
import { keylessLines } from '../shop/keyless-lines.js';
import { strayLines } from '../shop/stray-lines.js';
import { withShop } from '../shop/with-shop.js';
import { isTime, problemText, spanText } from '../wording.js';

/** `tillbridge status`: the work that waits, and what needs attention. */
export const statusCommand = (): Command => does(shopCommand('status'), status);

const status: Work<object> = ({ flags, output }) =>
  withShop(flags, output, async ({ tools }) => {
    const figures = await tools.diagnostics.read();
    const findings = checkHealth(figures, LIMITS);
    const isWell = findings.length === 0;
    return {
      exit: isWell ? EXIT.done : EXIT.no,
      json: { ok: isWell, ...storedOf(figures) },
      text: (style) =>
        [
          style.table(['What', 'How many', 'Oldest', 'Explained in'], rowsOf(figures)),
          ...findings.flatMap((each) => lateLines(each, style)),
          ...failingLines(figures, style),
          ...strayLines(figures.strayGroups).map((line) => style.warn(line)),
          ...keylessLines(figures.keylessGroups).map((line) => style.warn(line)),
        ].join('\n'),
    };
  });

/**
 * The figures from the database and the options. The other figures describe the process that reads them, and this one has just started.
 */
const storedOf = (figures: DiagnosticsFigures) => {
  const { inbox, effects, failing, orders, polling, refunds, strayGroups, keylessGroups } = figures;
  return { inbox, effects, failing, orders, polling, refunds, strayGroups, keylessGroups };
};

/** Those of the health check for what the database holds, and each order that needs attention. */
const LIMITS: HealthLimits = {
  ...DEFAULT_LIMITS,
  ordersAttention: 0,
  serviceFailingMs: Infinity,
  clockSkewMs: Infinity,
  doorbellAway: Infinity,
  effectsNotHanded: Infinity,
};

/** What is late would only be an age in the table. */
function lateLines(finding: HealthFinding, style: TextStyle): string[] {
  const { problem, value, limit, advice, runbook: section } = finding;
  if (!isTime(problem)) return [];
  const late = `${problemText(finding)}: ${spanText(value)}, and at most ${spanText(limit)} is well.`;
  return ['', style.warn(late), advice, `Explained in ${section}.`];
}

const FAILING_HEAD = ['Fails and is tried again', 'How many', 'Since', 'Next try', 'Tries', 'Last error'];
const WORK = { notification: 'Notifications', effect: 'Effects' } as const;
/** What tries each kind at once. */
const NOW: Readonly<Record<FailingWork['work'], string>> = {
  notification: "replay --state pending --why '…'",
  effect: "effects replay --state pending --apply --why '…'",
};

/** What is retried: by what handler, since when, and what it fails for. */
function failingLines({ at, failing }: DiagnosticsFigures, style: TextStyle): string[] {
  if (failing.length === 0) return [];
  const rows = failing.map(({ work, handler, count, since, nextTryAt, attempts, lastError }) => [
    `${WORK[work]}${handler === null ? '' : ` of ${printable(handler)}`}`,
    String(count),
    instantText(since),
    nextTryAt > at ? `in ${spanText(nextTryAt - at)}` : 'now',
    String(attempts),
    printable(lastError),
  ]);
  const calls = Object.entries(NOW).filter(([work]) => failing.some((each) => each.work === work));
  return [
    '',
    style.table(FAILING_HEAD, rows),
    `Explained in ${runbook('handler-fails')}. Once it is corrected, they are tried at once by:`,
    ...calls.map(([, call]) => `  npx tillbridge ${call}`),
  ];
}

const many = (count: number): string => (count >= COUNTED_AT_MOST ? `${count} or more` : String(count));

/** A figure, for how long the oldest of its rows has waited, and the section of the runbook about it. */
type FigureRow = readonly [what: string, count: number, oldestMs: number | null, section: RunbookSection];

const rowsOf = ({ inbox, effects, orders, polling, refunds }: DiagnosticsFigures): string[][] => {
  const rows: readonly FigureRow[] = [
    ['Notifications to be applied', inbox.pending, inbox.oldestPendingMs, 'notifications-late'],
    ['Notifications without an order', inbox.unmatched, null, 'notification-without-an-order'],
    ['Notifications parked', inbox.parked, null, 'notifications-parked'],
    ['Effects to be run', effects.pending, effects.oldestPendingMs, 'effects-late'],
    ['Effects failed', effects.failed, null, 'effects-failed'],
    ['Payments whose outcome is open', orders.unfinished, orders.oldestUnfinishedMs, 'polling-late'],
    ['Orders that need attention', orders.attention, null, 'order-needs-attention'],
    ['Polls that are due', polling.due, polling.overdueMs, 'polling-late'],
    ['Refunds to be sent', refunds.queued, refunds.oldestUnsentMs, 'refunds-not-sent'],
    ['Refunds whose outcome is not known', refunds.unknown, null, 'refund-outcome-not-known'],
    ['Refunds that need a decision', refunds.manual, null, 'refund-needs-a-decision'],
  ];
  return rows.map(([what, count, oldestMs, section]) =>
    count === 0 ? [what, '0', '', ''] : [what, many(count), oldestMs ? spanText(oldestMs) : '', runbook(section)],
  );
};
