import { MultiBar, Presets } from 'cli-progress';
import { spanText } from '../wording.js';

/** What is known about the work besides its progress. */
export interface KnownProgress {
  /** The new total, if it has changed. */
  readonly total?: number;
  /** The remaining time, in milliseconds. */
  readonly leftMs?: number;
}

/** The progress of long work. */
export interface Progress {
  /** @param done - number of finished parts; `known` replaces what the pace would give */
  update(done: number, known?: KnownProgress): void;
  /** Removes the bar. Call it in any case. */
  stop(): void;
}

/** A bar with its estimated end, on standard error. */
export function progressBar(what: string, total: number): Progress {
  let known: KnownProgress = {};
  // Before the first part is done, the pace is not a number.
  const formatTime = (seconds: unknown): string => leftText(known.leftMs ?? Number(seconds) * 1_000);
  const format = `${what} {bar} {percentage}% | {value} of {total}{eta_formatted}`;
  const options = { format, formatTime, stream: process.stderr, clearOnComplete: true, barsize: 30 };
  const bars = new MultiBar(options, Presets.shades_classic);
  const bar = bars.create(total, 0);
  return {
    update: (done, more = {}) => {
      known = more;
      if (more.total !== undefined) bar.setTotal(more.total);
      bar.update(done);
    },
    stop: () => bars.stop(),
  };
}

const leftText = (ms: number): string => (Number.isFinite(ms) ? ` | ${spanText(ms)} left` : '');
