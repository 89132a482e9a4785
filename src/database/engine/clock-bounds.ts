/** One look at the other clock, in epoch milliseconds: it said `theirs` at some moment between `before` and `after`. */
export interface ClockReading {
  /** Our clock when the question left. */
  readonly before: number;
  /** Their clock, as it was answered. */
  readonly theirs: number;
  /** Our clock when the answer had been read: an event loop that is busy reads it late. */
  readonly after: number;
}

/** What is known of the other clock: what to add to ours, in milliseconds, and by how much that may be wrong. */
export interface ClockBounds {
  readonly offsetMs: number;
  readonly errorMs: number;
  /** Readings that still count, oldest first: to be given back with the next one. */
  readonly readings: readonly ClockReading[];
  /** Whether the newest reading contradicted those before, which are forgotten: one of the clocks was set. */
  readonly isAnew: boolean;
}

/** Older readings say nothing any more, in milliseconds. */
const KEPT_MS = 10 * 60_000;
/** By how much two clocks drift apart at worst: a quartz of the poorer kind, and a server that is being slewed. */
const DRIFT = 200 / 1_000_000;
/** Both clocks tell whole milliseconds, cut and not rounded: either may be almost one later than it says. */
const RESOLUTION_MS = 1;

interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Between these the offset is at `now`, as far as one reading tells. */
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
 * What all readings of the last ten minutes say together about the offset between two clocks (design §7). Each confines it
 * to an interval, which drift widens with age; the truth lies where all of them meet. One answer that was read at once
 * makes up for any number that were read late, and no single one is trusted to have been in the middle of its round trip.
 *
 * @param known - readings from before, oldest first
 * @param newest - the one just made; `now` is its `after`
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

/** Clocks tell whole milliseconds; rounding adds to the error. */
function middleOf({ low, high }: Interval): Pick<ClockBounds, 'offsetMs' | 'errorMs'> {
  const offsetMs = Math.round((low + high) / 2);
  return { offsetMs, errorMs: Math.max(high - offsetMs, offsetMs - low) };
}

/** The error of an offset that was found so many milliseconds ago. */
export const errorAfter = (errorMs: number, ageMs: number): number => errorMs + DRIFT * Math.max(0, ageMs);
