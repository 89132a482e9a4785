import type { Work } from './subject.js';
import { add, emptyTally, type Tally } from './tally.js';

/** Something that must never be, and was. */
export interface Breach<Invariant extends string = string> {
  readonly invariant: Invariant;
  readonly text: string;
}

/** How one schedule went. */
export interface ScheduleOutcome {
  readonly violations: readonly Breach[];
  /** Faults that were injected, by kind. */
  readonly faults: Readonly<Record<string, number>>;
  /** What is added up over the schedules, or kept as the greatest where the name begins with `most`. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Plays a number of schedules and adds up what came of them. */
export function playSchedules(
  { from, count, untilCaught }: Work,
  tolerated: readonly string[],
  play: (seed: number) => ScheduleOutcome,
): Tally {
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = play(seed);
    keep(tally, seed, outcome);
    if (untilCaught && outcome.violations.some(({ invariant }) => !tolerated.includes(invariant))) break;
  }
  return tally;
}

/** As {@link playSchedules}, of real parts: they take their time, and one schedule ends before the next begins. */
export async function playRealSchedules(
  { from, count, untilCaught }: Work,
  play: (seed: number) => Promise<ScheduleOutcome>,
): Promise<Tally> {
  const tally = emptyTally();
  for (let seed = from; seed < from + count; seed += 1) {
    const outcome = await play(seed);
    keep(tally, seed, outcome);
    if (untilCaught && outcome.violations.length > 0) break;
  }
  return tally;
}

function keep(tally: Tally, seed: number, { violations, faults, counts }: ScheduleOutcome): void {
  tally.schedules += 1;
  for (const kind in faults) add(tally.faults, kind, faults[kind]);
  for (const name in counts) {
    if (name.startsWith('most')) tally.counts[name] = Math.max(tally.counts[name] ?? 0, counts[name]!);
    else add(tally.counts, name, counts[name]);
  }
  const seen = new Set<string>();
  for (const { invariant, text } of violations) {
    if (seen.has(invariant)) continue;
    seen.add(invariant);
    add(tally.violations, invariant);
    tally.failures.push({ seed, invariant, text });
  }
}
