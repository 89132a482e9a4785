import { compareText } from '../../support/index.js';
import type { ProcessEntity } from './process.entity.js';

/** Names of one process that are kept at most: with the longest names they fill half of what a column holds. */
const MOST_NAMES = 200;

/** A process that lacks handlers which another one on the same database has. */
export interface HandlerGap {
  /** Name of the machine and number of the process. */
  readonly place: string;
  /** Names of the handlers. */
  readonly lacks: readonly string[];
}

/** The handlers' names as they are kept of a process. */
export const keptNames = (effects: readonly string[]): string[] => effects.toSorted(compareText).slice(0, MOST_NAMES);

/** Which of these handlers' names are not among a process's own. Of a process with too many names nothing is known to lack. */
export function lackingIn(own: readonly string[], others: readonly Pick<ProcessEntity, 'handlers'>[]): string[] {
  if (own.length >= MOST_NAMES) return [];
  const all = new Set(others.flatMap(({ handlers }) => handlers));
  return [...all].filter((name) => !own.includes(name)).toSorted(compareText);
}

/** The processes that lack handlers which another one has. */
export const gapsAmong = (processes: readonly Pick<ProcessEntity, 'handlers' | 'place'>[]): HandlerGap[] =>
  processes
    .map(({ place, handlers }) => ({ place, lacks: lackingIn(handlers, processes) }))
    .filter(({ lacks }) => lacks.length > 0);
