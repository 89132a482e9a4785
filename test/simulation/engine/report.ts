import Table from 'cli-table3';
import type { RecordTable } from '../../support/record.mjs';
import type { CampaignReport, ContestantReport, VariantReport } from './campaign.js';
import { WHAT_MUST_HOLD } from './what-must-hold.js';

const BARE = { head: [], border: [], compact: true };

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(3)} %`);

function rowOf({ variant, tally }: VariantReport, invariants: readonly string[]): string[] {
  const { intents = 0, certain = 0, unavoidable = 0 } = tally.counts;
  const seconds = (tally.counts['certain after ms'] ?? 0) / 1_000 / Math.max(1, certain);
  const faults = Object.values(tally.faults).reduce((sum, count) => sum + count, 0);
  const violations = invariants.map((each) => {
    const count = tally.violations[each] ?? 0;
    return variant.tolerates.includes(each) && count > 0 ? `(${count})` : String(count);
  });
  return [
    variant.name,
    String(tally.schedules),
    String(intents),
    String(faults),
    ...violations,
    share(tally.counts['went to a person'] ?? 0, intents),
    `${seconds.toFixed(0)} s`,
    `${((tally.counts['most ms'] ?? 0) / 3_600_000).toFixed(1)} h`,
    String(unavoidable),
  ];
}

function variantsTable({ variants, invariants }: CampaignReport): RecordTable {
  const columns = ['variant', 'schedules', 'intents', 'faults', ...invariants];
  return {
    title: 'Schedules, and in how many of them each invariant was violated; in brackets: counted only',
    columns: [...columns, 'to a person', 'certain after', 'at most', 'unavoidable < 1 s'],
    rows: variants.map((each) => rowOf(each, invariants)),
  };
}

function faultsTable({ variants }: CampaignReport): RecordTable {
  const kinds = [...new Set(variants.flatMap(({ tally }) => Object.keys(tally.faults)))].sort();
  return {
    title: 'Faults injected',
    columns: ['faults injected', ...variants.map(({ variant }) => variant.name)],
    rows: kinds.map((kind) => [kind, ...variants.map(({ tally }) => String(tally.faults[kind] ?? 0))]),
  };
}

function contestantRow({ contestant, tally, caughtBy, seed }: ContestantReport): string[] {
  const counts = caughtBy.map((each) => `${each} (${tally.violations[each]})`);
  return [contestant.policy, contestant.variant, String(tally.schedules), counts.join(', ') || 'nothing', String(seed)];
}

const contestantsTable = ({ contestants }: CampaignReport): RecordTable => ({
  title: 'Who must not pass, and what caught them',
  columns: ['must not pass', 'variant', 'schedules', 'caught by', 'seed'],
  rows: contestants.map(contestantRow),
});

/** What was tried, what was injected and violated, and who was caught, where someone was tried. */
export const tablesOf = (report: CampaignReport): RecordTable[] => [
  variantsTable(report),
  faultsTable(report),
  ...(report.contestants.length > 0 ? [contestantsTable(report)] : []),
];

function textOfTable({ columns, rows }: RecordTable): string {
  const table = new Table({ style: BARE, head: [...columns] });
  table.push(...rows.map((row) => [...row]));
  return table.toString();
}

/** Everything as text. */
export function textOf(report: CampaignReport): string {
  const { schedules, seconds, variants, invariants } = report;
  const summaries = variants.map(({ variant }) => `  ${variant.name}: ${variant.summary}`);
  const letters = invariants.map((each) => `  ${each}: ${WHAT_MUST_HOLD[each] ?? each}`);
  const [tried, ...others] = tablesOf(report).map(textOfTable);
  return [
    tried,
    ...letters,
    ...summaries,
    '  Violations in brackets are counted only; variants beyond what is promised must have some.',
    ...others,
    `${schedules} schedules from seed ${report.seed} on in ${seconds.toFixed(1)} s`,
  ].join('\n');
}
