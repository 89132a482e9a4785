import { MultiBar, Presets } from 'cli-progress';

/** How far a long piece of work is. */
export interface Progress {
  /** @param done - so many of the total; the total may be corrected */
  update(done: number, total?: number): void;
  /** Takes the bar away. To be called in any case. */
  stop(): void;
}

const NOTHING: Progress = { update: () => undefined, stop: () => undefined };

/**
 * A bar with its estimated end on standard error.
 *
 * @param isShown - false where nobody would see it: it does nothing then
 */
export function progressBar(what: string, total: number, isShown: boolean): Progress {
  if (!isShown) return NOTHING;
  const format = `${what} {bar} {percentage}% | {value} of {total} | {eta_formatted} left`;
  const bars = new MultiBar({ format, stream: process.stderr, clearOnComplete: true }, Presets.shades_classic);
  const bar = bars.create(total, 0);
  return {
    update: (done, corrected) => {
      if (corrected !== undefined) bar.setTotal(corrected);
      bar.update(done);
    },
    stop: () => bars.stop(),
  };
}
