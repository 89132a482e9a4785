import type { Tally } from './tally.js';

/** A number of schedules, to be run by one worker. */
export interface Work {
  readonly variant: string;
  /** Who is tried: the module, someone naive, or a mutant. */
  readonly policy: string;
  /** First seed. */
  readonly from: number;
  readonly count: number;
  /** Stops at the first violation. */
  readonly untilCaught: boolean;
}

/** A set of assumptions, as the reports show it. */
export interface VariantPlan {
  readonly name: string;
  readonly summary: string;
  /** Beyond what is promised: at least one of these must be violated. */
  readonly mustViolate: readonly string[];
  /** Counted, and no failure. */
  readonly tolerates: readonly string[];
  /** The greatest share of intents that may need a person. */
  readonly mostToPerson: number;
  /** Left out of runs of fewer schedules, unless it is named; absent: of none. */
  readonly least?: number | undefined;
}

/** Someone who must not pass. */
export interface ContestantPlan {
  readonly policy: string;
  readonly summary: string;
  readonly variant: string;
  readonly kind: 'naive' | 'mutant';
  /** Not tried in runs of fewer schedules; absent: always. */
  readonly least?: number | undefined;
  /** Naive: all of these are violated. Mutant: it is caught by one of these. */
  readonly fails: readonly string[];
  /** How many schedules of a run are left out at its beginning, which do not show it; none where this is absent. */
  readonly leftOut?: number;
}

/** One schedule. */
export type OneSchedule = Pick<Work, 'variant' | 'policy'> & { readonly seed: number };

/** A part of the package that can be simulated: what the runner, the workers and the reports need of it. */
export interface Subject {
  readonly name: string;
  readonly invariants: readonly string[];
  readonly variants: readonly VariantPlan[];
  readonly contestants: readonly ContestantPlan[];
  /** The databases that take part, with their versions; absent: none does. */
  engines?(): readonly string[];
  /** Of real parts: one piece of work at a time, and what it started ends with the process. */
  run(work: Work): Tally | Promise<Tally>;
  /** Every line of one schedule, the violations last. */
  replay(work: OneSchedule): string[] | Promise<string[]>;
  /** As {@link replay}, without all that the schedule can do without and still break the same; absent: it cannot be done. */
  replayShrunken?(work: OneSchedule): Promise<string[]>;
}
