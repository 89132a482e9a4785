/** One reading of the other clock, in epoch milliseconds: it showed `theirs` at some moment between `before` and `after`. */
export interface ClockReading {
  /** Our clock when the question was sent. */
  readonly before: number;
  /** The other clock, as the answer says. */
  readonly theirs: number;
  /** Our clock after the answer was read. A busy event loop reads it late. */
  readonly after: number;
}

/** The offset of the other clock: what to add to ours, in milliseconds, and the largest possible error. */
export interface ClockBounds {
  readonly offsetMs: number;
  readonly errorMs: number;
  /** Readings that still count, oldest first; pass them in with the next one. */
  readonly readings: readonly ClockReading[];
  /** Whether the newest reading contradicted the earlier ones, which are then dropped: one of the clocks was set. */
  readonly isAnew: boolean;
}

/** Older readings are dropped, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** The largest drift between two clocks: a poor quartz, and a server whose clock is being slewed. */
const DRIFT = 200 / 1_000_000;
/** Both clocks show whole milliseconds, cut and not rounded: the true time may be almost one millisecond later. */
const RESOLUTION_MS = 1;

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Bounds of the offset at `now`, from one reading. */
function intervalOf({ before, theirs, after }: ClockReading, now: number): Interval {
  const widening = RESOLUTION_MS + DRIFT * Math.max(0, now - before);
  return { low: theirs - after - widening, high: theirs - before + widening };
}

function intersectionOf(readings: readonly ClockReading[], now: number): Interval {
  const intervals = readings.map((reading) => intervalOf(reading, now));
  return {
    low: Math.max(...intervals.map(({ low }) => low)),
    high: Math.min(...intervals.map(({ high }) => high)),
  };
}

/**
 * Bounds the offset between two clocks by all readings of the last ten minutes (design §7). Each reading gives an
 * interval, which drift widens with age; the true offset lies in the intersection. One answer that was read at once
 * makes up for any number of late ones. No answer is assumed to come from the middle of its round trip.
 *
 * @param known - earlier readings, oldest first
 * @param newest - the reading just made; `now` is its `after`
 * @example
 * const { offsetMs, errorMs } = boundClock([], { before: 100, theirs: 1_102, after: 104 });
 * const isClose = Math.abs(offsetMs - 1_000) <= errorMs;
 */
export function boundClock(known: readonly ClockReading[], newest: ClockReading): ClockBounds {
  const now = newest.after;
  const recent = [...known.filter(({ before }) => now - before <= KEPT_MS), newest];
  const { low, high } = intersectionOf(recent, now);
  const isAnew = low > high;
  const readings = isAnew ? [newest] : recent;
  const interval = isAnew ? intersectionOf(readings, now) : { low, high };
  return { ...middleOf(interval), readings, isAnew };
}

/** Clocks show whole milliseconds; rounding adds to the error. */
function middleOf({ low, high }: Interval): Pick<ClockBounds, 'offsetMs' | 'errorMs'> {
  const offsetMs = Math.round((low + high) / 2);
  return { offsetMs, errorMs: Math.max(high - offsetMs, offsetMs - low) };
}

/** The error of an offset that was measured `ageMs` milliseconds ago. */
export const errorAfter = (errorMs: number, ageMs: number): number => errorMs + DRIFT * Math.max(0, ageMs);
