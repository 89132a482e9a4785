import { MultiBar, Presets } from 'cli-progress';
import { spanText } from '../wording.js';

/** What is known of a piece of work besides how far it is. */
export interface KnownProgress {
  /** The total, when it has turned out to be another. */
  readonly total?: number;
  /** How long it still takes, in milliseconds. */
  readonly leftMs?: number;
}

/** How far a long piece of work is. */
export interface Progress {
  /** @param done - so many of the total; what is known better than by the pace so far may be said */
  update(done: number, known?: KnownProgress): void;
  /** Takes the bar away. To be called in any case. */
  stop(): void;
}

/** A bar with its estimated end on standard error. */
export function progressBar(what: string, total: number): Progress {
  let known: KnownProgress = {};
  // Before anything is done, the pace is no number.
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
