import { nearestName } from './nearest-name.js';

/**
 * What is known below a name: `true` for unchecked, a tree, or a list with the tree of each entry of a list or record.
 */
type Below = true | NameTree | readonly [NameTree];

/** The names that an object of options may have, and what may stand below each name. */
export interface NameTree {
  readonly [name: string]: Below;
}

/** A name that no option has. */
export interface UnknownName {
  /** Its place, such as `polling.firstMs`. */
  readonly path: string;
  readonly message: string;
}

const LONGEST_SHOWN = 64;

/**
 * Finds names that no option has. Without this, a misspelt option would silently have its default. It checks plain
 * objects and lists only; instances of classes and functions have names of their own.
 *
 * @param given - any options; their values are never quoted
 * @example
 * ```ts
 * findUnknownNames({ workers: 'off', zone: 'UTC' }, { workers: true, timeZone: true });
 * // [{ path: 'zone', message: 'is no option; those known here are workers, timeZone' }]
 * ```
 */
export function findUnknownNames(given: unknown, known: NameTree, path = ''): UnknownName[] {
  if (!isPlain(given)) return [];
  return Object.entries(given).flatMap(([name, value]) => {
    const place = path + name.slice(0, LONGEST_SHOWN);
    const below = Object.hasOwn(known, name) ? known[name] : undefined;
    if (below === undefined) return [{ path: place, message: unknownMessage(name, Object.keys(known)) }];
    return below === true ? [] : namesBelow(value, below, `${place}.`);
  });
}

function unknownMessage(name: string, known: readonly string[]): string {
  const nearest = nearestName(name.slice(0, LONGEST_SHOWN), known);
  return `is no option; those known here are ${known.join(', ')}${nearest === null ? '' : `; did you mean ${nearest}?`}`;
}

function namesBelow(value: unknown, below: Exclude<Below, true>, path: string): UnknownName[] {
  if (!isOne(below)) return findUnknownNames(value, below, path);
  const entries = Array.isArray(value) || isPlain(value) ? Object.entries(value) : [];
  return entries.flatMap(([name, entry]) => findUnknownNames(entry, below[0], `${path}${name}.`));
}

/**
 * The same as {@link findUnknownNames}, as one line of text each.
 *
 * @example
 * ```ts
 * unknownNames({ workers: 'off', zone: 'UTC' }, { workers: true, timeZone: true });
 * // ['zone: is no option; those known here are workers, timeZone']
 * ```
 */
export const unknownNames = (given: unknown, known: NameTree): string[] =>
  findUnknownNames(given, known).map(({ path, message }) => `${path}: ${message}`);

const isOne = (below: Exclude<Below, true>): below is readonly [NameTree] => Array.isArray(below);

/** An object literal, from this realm or another, or an object without a prototype. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
