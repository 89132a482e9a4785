/** Beyond this a difference of two means is no accident: the threshold of the dudect method. */
export const SUSPICIOUS_T = 4.5;

/** Fewer than this on either side of a cut say nothing. */
const LEAST_SAMPLES = 500;

/** Count, mean and variance of a stream of numbers, kept as it comes (Welford). */
export class RunningMoments {
  count = 0;
  mean = 0;
  private squares = 0;

  push(value: number): void {
    this.count += 1;
    const distance = value - this.mean;
    this.mean += distance / this.count;
    this.squares += distance * (value - this.mean);
  }

  /** Of a sample, so divided by one less than the count. */
  get variance(): number {
    return this.count > 1 ? this.squares / (this.count - 1) : 0;
  }
}

/** Welch's t: the difference of two means, in standard errors of that difference; 0 where there is too little to judge. */
export function welch(first: RunningMoments, second: RunningMoments): number {
  if (Math.min(first.count, second.count) < LEAST_SAMPLES) return 0;
  const error = Math.sqrt(first.variance / first.count + second.variance / second.count);
  return error === 0 ? 0 : (first.mean - second.mean) / error;
}

/** Shares of the samples that are kept, the slow rest being interrupts and collections of garbage. */
const KEPT = [0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1];

/**
 * Compares two kinds of durations as dudect does: once whole, and once for each of several limits above which samples of
 * either kind are left out. The limits come from samples that are not judged themselves.
 */
export class LeakTest {
  private readonly cuts: readonly { limit: number; kinds: readonly [RunningMoments, RunningMoments] }[];

  /** @param calibration - durations of both kinds mixed, any unit */
  constructor(calibration: Float64Array) {
    const sorted = calibration.toSorted();
    this.cuts = KEPT.map((share) => ({
      limit: share === 1 ? Infinity : (sorted[Math.floor(sorted.length * share)] ?? Infinity),
      kinds: [new RunningMoments(), new RunningMoments()] as const,
    }));
  }

  push(kind: 0 | 1, duration: number): void {
    for (const { limit, kinds } of this.cuts) {
      if (duration <= limit) kinds[kind].push(duration);
    }
  }

  /** The largest t of all cuts, by size. */
  get t(): number {
    return this.cuts
      .map(({ kinds: [first, second] }) => welch(first, second))
      .reduce((largest, t) => (Math.abs(t) > Math.abs(largest) ? t : largest), 0);
  }

  /** Mean difference of the two kinds where half of the samples are kept, in the unit of the samples. */
  get difference(): number {
    const [first, second] = this.cuts[0]!.kinds;
    return first.mean - second.mean;
  }
}
