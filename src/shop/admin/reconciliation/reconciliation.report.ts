import Table from 'cli-table3';
import { stringify } from 'csv-stringify/sync';
import { formatServiceTime, isCurrency, Money } from '../../../protocol/index.js';
import { plainCell, printable } from '../../../support/index.js';
import type { ReconciledDifference, ReconciledFacts, ReconciliationReport } from './reconciliation.types.js';

const instant = (epochMs: number | null): string => (epochMs === null ? '' : `${formatServiceTime(epochMs, 'UTC')}Z`);

function money(amount: number | null, currency: string | null): string {
  if (amount === null) return '';
  if (currency === null || !isCurrency(currency)) return `${amount} ${currency ?? ''}`.trim();
  return Money.ofMinor(amount, currency).toString();
}

function side(facts: ReconciledFacts | null): string {
  if (!facts) return '–';
  const { status, amount, amountRefunded, currency } = facts;
  const refunded = amountRefunded ? `, ${money(amountRefunded, currency)} returned` : '';
  return printable(`${status ?? '?'} ${money(amount, currency)}${refunded}`);
}

const rowOf = ({ kind, outcome, orderId, serviceOrderId, here, there, createdAt, why }: ReconciledDifference) => [
  kind,
  printable(orderId ?? serviceOrderId ?? '?'),
  side(here),
  side(there),
  instant(createdAt),
  printable(why === null ? outcome : `${outcome}: ${why}`),
];

/**
 * A report as a table of text, for a terminal or a mail. Times in UTC.
 *
 * @example
 * ```ts
 * const day = { from: Date.UTC(2026, 0, 31), to: Date.UTC(2026, 1, 1) };
 * const report = await payments.reconcile({ group: 'web', ...day, dryRun: true, by: 'ann', why: 'month end' });
 * console.log(reconciliationTable(report));
 * ```
 */
export function reconciliationTable(report: ReconciliationReport): string {
  const { group, from, to, dryRun, complete, pages, listed, foreign = 0, counts, differences } = report;
  const table = new Table({
    head: ['Difference', 'Order', 'Here', 'There', 'Created', 'Outcome'],
    style: { head: [], border: [], compact: true },
  });
  table.push(...differences.map(rowOf));
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const title = `Terminal group ${group}, ${instant(from)} to ${instant(to)}${dryRun ? ', dry run' : ''}`;
  const ending = complete ? '' : ' Not complete: it was ended before everything was compared.';
  const hidden = total > differences.length ? ` The first ${differences.length} are shown.` : '';
  const others = foreign > 0 ? ` ${foreign} of them are of other shops on this account.` : '';
  const summary = `${total} difference(s) in ${listed} transaction(s) on ${pages} page(s).${others}${hidden}${ending}`;
  return [title, ...(differences.length > 0 ? [table.toString()] : []), summary].join('\n');
}

const COLUMNS: Readonly<Record<string, (difference: ReconciledDifference) => string | number | null>> = {
  difference: ({ kind }) => kind,
  outcome: ({ outcome }) => outcome,
  group: ({ group }) => group,
  order_id: ({ orderId }) => orderId,
  service_order_id: ({ serviceOrderId }) => serviceOrderId,
  transaction_id: ({ transactionId }) => transactionId,
  here_status: ({ here }) => here?.status ?? null,
  here_amount_minor: ({ here }) => here?.amount ?? null,
  here_refunded_minor: ({ here }) => here?.amountRefunded ?? null,
  here_currency: ({ here }) => here?.currency ?? null,
  there_status: ({ there }) => there?.status ?? null,
  there_amount_minor: ({ there }) => there?.amount ?? null,
  there_refunded_minor: ({ there }) => there?.amountRefunded ?? null,
  there_currency: ({ there }) => there?.currency ?? null,
  created_utc: ({ createdAt }) => instant(createdAt),
  why: ({ why }) => why,
};

const cellOf = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? plainCell(value) : value;

/**
 * The differences of a report as CSV (RFC 4180), with a header. Amounts are whole minor units, times UTC. A text that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 *
 * @example
 * ```ts
 * const day = { from: Date.UTC(2026, 0, 31), to: Date.UTC(2026, 1, 1) };
 * const csv = reconciliationCsv(await payments.group('web').reconcile({ ...day, by: 'ann', why: 'month end' }));
 * ```
 */
export function reconciliationCsv({ differences }: Pick<ReconciliationReport, 'differences'>): string {
  const rows = differences.map((each) => Object.values(COLUMNS).map((read) => cellOf(read(each))));
  return stringify([Object.keys(COLUMNS), ...rows], { record_delimiter: 'windows' });
}
