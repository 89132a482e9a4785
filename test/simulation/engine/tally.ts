/** A schedule that broke something that must hold. */
export interface Failure {
  readonly seed: number;
  readonly invariant: string;
  readonly text: string;
}

/** What came of many schedules; plain data, so that workers can hand it over and tallies can be added up. */
export interface Tally {
  schedules: number;
  /** By name, such as `intents`; sums as well as numbers. */
  counts: Record<string, number>;
  /** Faults injected, by kind. */
  faults: Record<string, number>;
  /** Schedules in which it was violated, by invariant. */
  violations: Record<string, number>;
  /** The first few of each invariant, by seed. */
  failures: Failure[];
}

/** More of one invariant are not kept: one is enough to replay. */
const MOST_FAILURES = 5;

/** Nothing yet. */
export const emptyTally = (): Tally => ({ schedules: 0, counts: {}, faults: {}, violations: {}, failures: [] });

/** Adds to a number that may not be there yet. */
export function add(numbers: Record<string, number>, name: string, amount = 1): void {
  numbers[name] = (numbers[name] ?? 0) + amount;
}

/** Adds one tally to another. Names that begin with `most` keep the greater number. */
export function merge(into: Tally, other: Tally): void {
  into.schedules += other.schedules;
  for (const [name, value] of Object.entries(other.counts)) {
    if (name.startsWith('most')) into.counts[name] = Math.max(into.counts[name] ?? 0, value);
    else add(into.counts, name, value);
  }
  for (const [kind, value] of Object.entries(other.faults)) add(into.faults, kind, value);
  for (const [invariant, value] of Object.entries(other.violations)) add(into.violations, invariant, value);
  into.failures = firstOfEach([...into.failures, ...other.failures].sort((a, b) => a.seed - b.seed));
}

/** A frequent violation, or one that is tolerated, must not push a rare one out of the list. */
function firstOfEach(failures: readonly Failure[]): Failure[] {
  const kept: Record<string, number> = {};
  return failures.filter(({ invariant }) => {
    add(kept, invariant);
    return kept[invariant]! <= MOST_FAILURES;
  });
}
