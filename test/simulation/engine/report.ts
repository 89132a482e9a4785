import Table from 'cli-table3';
import type { CampaignReport, ContestantReport, VariantReport } from './campaign.js';

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

function variantsTable({ variants, invariants }: CampaignReport): string {
  const head = ['variant', 'schedules', 'intents', 'faults', ...invariants];
  const table = new Table({
    style: BARE,
    head: [...head, 'to a person', 'certain after', 'at most', 'unavoidable < 1 s'],
  });
  for (const each of variants) table.push(rowOf(each, invariants));
  return table.toString();
}

function faultsTable({ variants }: CampaignReport): string {
  const kinds = [...new Set(variants.flatMap(({ tally }) => Object.keys(tally.faults)))].sort();
  const table = new Table({ style: BARE, head: ['faults injected', ...variants.map(({ variant }) => variant.name)] });
  for (const kind of kinds) table.push([kind, ...variants.map(({ tally }) => String(tally.faults[kind] ?? 0))]);
  return table.toString();
}

function contestantRow({ contestant, tally, caughtBy, seed }: ContestantReport): string[] {
  const counts = caughtBy.map((each) => `${each} (${tally.violations[each]})`);
  return [contestant.policy, contestant.variant, String(tally.schedules), counts.join(', ') || 'nothing', String(seed)];
}

function contestantsTable({ contestants }: CampaignReport): string {
  const table = new Table({ style: BARE, head: ['must not pass', 'variant', 'schedules', 'caught by', 'seed'] });
  for (const each of contestants) table.push(contestantRow(each));
  return table.toString();
}

/** Everything as text: what was tried, what was injected, what was violated, who was caught. */
export function textOf(report: CampaignReport): string {
  const { schedules, seconds, variants, contestants } = report;
  const summaries = variants.map(({ variant }) => `  ${variant.name}: ${variant.summary}`);
  return [
    variantsTable(report),
    ...summaries,
    '  Violations in brackets are counted only; variants beyond what is promised must have some.',
    faultsTable(report),
    ...(contestants.length > 0 ? [contestantsTable(report)] : []),
    `${schedules} schedules from seed ${report.seed} on in ${seconds.toFixed(1)} s`,
  ].join('\n');
}
