import type { Figure, RunRecord } from '../../support/record.mjs';
import { faultsOf, type CampaignReport, type VariantReport } from './campaign.js';
import { tablesOf } from './report.js';
import { add } from './tally.js';

const figure = (name: string, value: number, unit = ''): Figure => ({ name, value, unit });
const none = (name: string, value: number): Figure => ({ name, value, unit: '', goal: '<= 0', holds: value === 0 });

const sumOf = (numbers: Readonly<Record<string, number>>): number =>
  Object.values(numbers).reduce((sum, count) => sum + count, 0);

const isPromised = ({ variant }: VariantReport): boolean => variant.mustViolate.length === 0;

/** In how many schedules a kind of invariant was violated that must hold there. */
function violated(variants: readonly VariantReport[], isMeant: (invariant: string) => boolean): number {
  const counts: Record<string, number> = {};
  for (const { variant, tally } of variants.filter(isPromised))
    for (const [invariant, count] of Object.entries(tally.violations))
      if (isMeant(invariant) && !variant.tolerates.includes(invariant)) add(counts, invariant, count);
  return sumOf(counts);
}

/** In percent of all refunds. */
function personShare({ tally }: VariantReport): number {
  const { intents = 0 } = tally.counts;
  return intents === 0 ? 0 : Number(((100 * (tally.counts['went to a person'] ?? 0)) / intents).toFixed(4));
}

const IN_DOUBT = 'cleared up within s ';

/** How long it was unknown whether a refund had been carried out, where that is counted: by the second, then by the minute. */
function doubtFigures({ tally, variant }: VariantReport): Figure[] {
  const times = Object.entries(tally.counts)
    .filter(([name]) => name.startsWith(IN_DOUBT))
    .map(([name, count]) => ({ seconds: Number(name.slice(IN_DOUBT.length)), count }))
    .sort((a, b) => a.seconds - b.seconds);
  const half = times.reduce((sum, { count }) => sum + count, 0) / 2;
  if (half === 0) return [];
  let seen = 0;
  const median = times.find(({ count }) => (seen += count) >= half)?.seconds ?? 0;
  const most = Math.ceil((tally.counts['most ms in doubt'] ?? 0) / 1_000);
  return [
    figure(`in doubt for, median, ${variant.name}`, median, 's'),
    figure(`in doubt for, at most, ${variant.name}`, most, 's'),
  ];
}

/** How old an order had become when its payment was found out, as far as a subject tells; only where no one reports it. */
function stalenessFigures(variants: readonly VariantReport[]): Figure[] {
  const untold = variants.find(({ variant }) => variant.name === 'nothing-told');
  const share = untold?.tally.counts['most stale of age'];
  return share === undefined
    ? []
    : [figure('worst staleness of a payment that no one reported', 100 * share, '% of age')];
}

function figuresOf({ schedules, variants, contestants }: CampaignReport): Figure[] {
  const promised = variants.filter(isPromised);
  const [first] = promised;
  const caught = contestants.filter(({ isCaught }) => isCaught).length;
  return [
    figure('schedules', schedules),
    figure(
      'faults injected',
      variants.reduce((sum, { tally }) => sum + sumOf(tally.faults), 0),
    ),
    none(
      'schedules that violate what must hold',
      violated(variants, () => true),
    ),
    none(
      'refunds booked twice',
      violated(variants, (each) => each === 'S1'),
    ),
    none(
      'false successes and false failures',
      violated(variants, (each) => each.startsWith('T1')),
    ),
    ...(first ? [figure(`refunds that need a person, ${first.variant.name}`, personShare(first), '%')] : []),
    ...(first ? doubtFigures(first) : []),
    ...stalenessFigures(promised),
    figure('refunds that need a person, worst variant', Math.max(0, ...promised.map(personShare)), '%'),
    ...(contestants.length > 0 ? [none('ways that must not pass, and do', contestants.length - caught)] : []),
    ...(contestants.length > 0 ? [figure('ways that must not pass, caught', caught)] : []),
  ];
}

/**
 * What a campaign leaves for the page about reliability.
 *
 * @param engines - that took part, with their versions; none for what is simulated alone
 */
export function recordOf(report: CampaignReport, command: string, engines: readonly string[] = []): RunRecord {
  const assumptions = {
    title: 'What each variant assumes',
    columns: ['variant', 'assumes', 'beyond what is promised, so must violate'],
    rows: report.variants.map(({ variant }) => [variant.name, variant.summary, variant.mustViolate.join(' or ')]),
  };
  return {
    name: `simulate-${report.subject}`,
    title: `Seeded schedules on a virtual clock: ${report.subject}`,
    command,
    seconds: Math.round(report.seconds),
    seed: report.seed,
    seeds: Math.max(...report.variants.map(({ tally }) => tally.schedules)),
    engines,
    violations: faultsOf(report),
    figures: figuresOf(report),
    tables: [...tablesOf(report), assumptions],
  };
}
