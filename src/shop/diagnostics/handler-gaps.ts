import { compareText } from '../../support/index.js';
import type { ProcessEntity } from './process.entity.js';

/** Most handler names that are stored for one process: with the longest names they fill half of the column. */
const MOST_NAMES = 200;

/** A process that lacks handlers which another one on the same database has. */
export interface HandlerGap {
  /** Name of the machine and number of the process. */
  readonly place: string;
  /** Names of the handlers. */
  readonly lacks: readonly string[];
}

/** The handlers' names as stored for a process. */
export const keptNames = (effects: readonly string[]): string[] => effects.toSorted(compareText).slice(0, MOST_NAMES);

/** The names that are missing among a process's own. For a process with too many names, nothing is known to be missing. */
export function lackingIn(own: readonly string[], others: readonly Pick<ProcessEntity, 'handlers'>[]): string[] {
  if (own.length >= MOST_NAMES) return [];
  const all = new Set(others.flatMap(({ handlers }) => handlers));
  return [...all].filter((name) => !own.includes(name)).toSorted(compareText);
}

/** The processes that lack handlers of another process. */
export const gapsAmong = (processes: readonly Pick<ProcessEntity, 'handlers' | 'place'>[]): HandlerGap[] =>
  processes
    .map(({ place, handlers }) => ({ place, lacks: lackingIn(handlers, processes) }))
    .filter(({ lacks }) => lacks.length > 0);
