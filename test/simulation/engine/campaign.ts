import type { ContestantPlan, OneSchedule, Subject, VariantPlan, Work } from './subject.js';
import { emptyTally, merge, type Tally } from './tally.js';

/** How much is to be tried. */
export interface CampaignPlan {
  /** Schedules in all, spread over the variants. */
  readonly schedules: number;
  /** First seed. */
  readonly seed: number;
  /** Only these variants; empty: all. */
  readonly variants: readonly string[];
  /** Whether those are tried as well who must not pass. */
  readonly withContestants: boolean;
}

/** What came of a variant. */
export interface VariantReport {
  readonly variant: VariantPlan;
  readonly tally: Tally;
  /** Violated, though it must hold. */
  readonly broken: readonly string[];
  /** Not violated, though it is beyond what can hold. */
  readonly missed: boolean;
}

/** What came of someone who must not pass. */
export interface ContestantReport {
  readonly contestant: ContestantPlan;
  readonly tally: Tally;
  /** By what it was seen; empty when it was not. */
  readonly caughtBy: readonly string[];
  /** The first seed in which it was. */
  readonly seed: number | null;
  readonly isCaught: boolean;
}

/** Everything that was tried, and what came of it; plain data. */
export interface CampaignReport {
  readonly subject: string;
  readonly seed: number;
  readonly schedules: number;
  readonly invariants: readonly string[];
  readonly variants: readonly VariantReport[];
  readonly contestants: readonly ContestantReport[];
  /** Processor time is not wall time: as long as it took by the clock on the wall. */
  readonly seconds: number;
}

/** Runs a piece of work somewhere. */
export type Run = (work: Work) => Promise<Tally>;

const CHUNK = 250;
/** Of those who must not pass: most are caught by the first few. */
const SMALL_CHUNK = 50;
/** Variants beyond what is promised need no more than this to show it. */
const MOST_BEYOND = 1_000;
const MOST_NAIVE = 1_000;
/** A mutant that survives so many schedules is not caught. */
const MOST_MUTANT = 20_000;
const MODULE = 'module';

/** Tries everything, several pieces at a time. */
export class Campaign {
  constructor(
    private readonly subject: Subject,
    private readonly run: Run,
    private readonly plan: CampaignPlan,
    private readonly progress: (done: number, of: number, failures: number) => void = () => {},
  ) {}

  #done = 0;
  #failures = 0;

  /** @returns what came of it; `seconds` is left to the caller, who has a clock */
  async report(): Promise<Omit<CampaignReport, 'seconds'>> {
    const { subject, plan } = this;
    const isDeepEnough = ({ least = 0 }: { readonly least?: number | undefined }): boolean => plan.schedules >= least;
    const chosen = subject.variants.filter((each) =>
      plan.variants.length === 0 ? isDeepEnough(each) : plan.variants.includes(each.name),
    );
    const promised = chosen.filter(({ mustViolate }) => mustViolate.length === 0);
    const share = Math.ceil(plan.schedules / Math.max(1, promised.length));
    const counts = chosen.map((each) => (each.mustViolate.length === 0 ? share : Math.min(share, MOST_BEYOND)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const contestants = plan.withContestants
      ? await Promise.all(subject.contestants.filter(isDeepEnough).map((each) => this.#contestant(each)))
      : [];
    const variants = await Promise.all(chosen.map((each, index) => this.#variant(each, counts[index]!, total)));
    const { name, invariants } = subject;
    return { subject: name, seed: plan.seed, schedules: total, invariants, variants, contestants };
  }

  async #variant(variant: VariantPlan, count: number, total: number): Promise<VariantReport> {
    const tally = emptyTally();
    const { seed } = this.plan;
    const ends = (invariant: string): boolean =>
      !variant.mustViolate.includes(invariant) && !variant.tolerates.includes(invariant);
    await Promise.all(
      chunks(seed, count).map(async ({ from, count: size }) => {
        const part = await this.run({ variant: variant.name, policy: MODULE, from, count: size, untilCaught: false });
        merge(tally, part);
        this.#done += size;
        if (variant.mustViolate.length === 0) this.#failures += Object.keys(part.violations).filter(ends).length;
        this.progress(this.#done, total, this.#failures);
      }),
    );
    const violated = Object.keys(tally.violations);
    const isBeyond = variant.mustViolate.length > 0;
    return {
      variant,
      tally,
      broken: isBeyond ? [] : violated.filter(ends),
      missed: isBeyond && !variant.mustViolate.some((each) => violated.includes(each)),
    };
  }

  async #contestant(contestant: ContestantPlan): Promise<ContestantReport> {
    const { variant, policy, kind, fails, leftOut = 0 } = contestant;
    const untilCaught = kind === 'mutant';
    const enough = untilCaught ? 1 : fails.length;
    const tally = emptyTally();
    for (const { from, count } of chunks(
      this.plan.seed + leftOut,
      untilCaught ? MOST_MUTANT : MOST_NAIVE,
      SMALL_CHUNK,
    )) {
      merge(tally, await this.run({ variant, policy, from, count, untilCaught }));
      // What the world is allowed to break, it breaks now and then: that catches nothing.
      if (noticed(tally, fails).length >= enough) break;
    }
    const caughtBy = noticed(tally, fails);
    const isCaught = caughtBy.length >= enough;
    return { contestant, tally, caughtBy, seed: tally.failures[0]?.seed ?? null, isCaught };
  }
}

const noticed = (tally: Tally, invariants: readonly string[]): string[] =>
  invariants.filter((each) => (tally.violations[each] ?? 0) > 0);

function chunks(seed: number, count: number, size = CHUNK): { from: number; count: number }[] {
  const parts = [];
  for (let done = 0; done < count; done += size) parts.push({ from: seed + done, count: Math.min(size, count - done) });
  return parts;
}

/** The first schedule that breaks each thing that must hold, in each variant. */
export const firstFailures = ({ variants }: Pick<CampaignReport, 'variants'>): OneSchedule[] =>
  variants.flatMap(({ variant, tally, broken }) =>
    broken.flatMap((invariant) => {
      const first = tally.failures.find((each) => each.invariant === invariant);
      return first ? [{ seed: first.seed, variant: variant.name, policy: MODULE }] : [];
    }),
  );

/** What keeps a campaign from being a success; empty when it is one. Each line says how to replay it. */
export function faultsOf(report: Omit<CampaignReport, 'seconds'>): string[] {
  const broken = report.variants.flatMap(({ variant, tally, broken }) =>
    broken.map((invariant) => {
      const first = tally.failures.find((each) => each.invariant === invariant);
      const replay = `SEED=${first?.seed} VARIANT=${variant.name} npm run simulate -- ${report.subject}`;
      return `${invariant} is violated in ${tally.violations[invariant]} schedules of ${variant.name}: ${first?.text} (${replay})`;
    }),
  );
  const handed = report.variants.filter(isHandedOver).map(({ variant }) => `too many need a person in ${variant.name}`);
  const missed = report.variants
    .filter((each) => each.missed)
    .map(({ variant }) => `${variant.name} violates nothing: the harness sees too little`);
  const passed = report.contestants
    .filter((each) => !each.isCaught)
    .map(({ contestant }) => `"${contestant.policy}" passes in ${contestant.variant}, and must not`);
  return [...broken, ...handed, ...missed, ...passed];
}

/** Fewer intents than this say nothing about shares. */
const LEAST_INTENTS = 5_000;

function isHandedOver({ variant, tally }: VariantReport): boolean {
  const { intents = 0 } = tally.counts;
  const share = (tally.counts['went to a person'] ?? 0) / intents;
  return intents >= LEAST_INTENTS && variant.mustViolate.length === 0 && share > variant.mostToPerson;
}
