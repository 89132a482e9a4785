import { instantText } from '../../../support/index.js';
import type { ApiKey } from '../options/api-key.options.js';

/** A time in which no key of a terminal group is valid. Epoch milliseconds (UTC). */
export interface KeyGap {
  /** When the last key ended; null: none has. */
  readonly endedAt: number | null;
  /** When the next key begins; null: none does. */
  readonly nextAt: number | null;
}

/** The bounds of a gap, as part of a sentence. */
export const gapText = ({ endedAt, nextAt }: KeyGap): string =>
  [
    ...(endedAt === null ? [] : [`the last one ended at ${instantText(endedAt)}`]),
    ...(nextAt === null ? [] : [`the next one begins at ${instantText(nextAt)}`]),
  ].join(', and ');

/** The gap between these keys at a time (epoch milliseconds) at which none of them is valid. Pure. */
export function gapAt(keys: readonly Pick<ApiKey, 'fromMs' | 'untilMs'>[], now: number): KeyGap {
  const ended = keys.map(({ untilMs }) => untilMs).filter((ms) => ms <= now);
  const next = keys.map(({ fromMs }) => fromMs).filter((ms) => ms > now);
  return {
    endedAt: ended.length > 0 ? Math.max(...ended) : null,
    nextAt: next.length > 0 ? Math.min(...next) : null,
  };
}
