import { inspect } from 'node:util';
import { findCanary } from './canary-scanner.mjs';

/** The place of a key: the path to it, and its form there. */
export interface Leak {
  readonly path: string;
  readonly form: string;
}

const MOST_VALUES = 20_000;

/** Parts of the language and of Node: they lead everywhere, and are not part of the value. */
const isShared = (value: object): boolean =>
  value === Object.prototype || value === Function.prototype || value === globalThis || value === process;

/** Reads a property like code that logs an object: getters run, and their errors are searched too. */
function read(holder: object, name: PropertyKey): unknown {
  try {
    return Reflect.get(holder, name);
  } catch (error) {
    return error;
  }
}

/** Every property of a value, its own and its prototypes', also hidden ones and symbols; entries of maps and sets. */
function* partsOf(value: object): Generator<[string, unknown]> {
  for (let owner: object | null = value; owner && !isShared(owner); owner = Reflect.getPrototypeOf(owner)) {
    for (const name of Reflect.ownKeys(owner)) yield [String(name), read(value, name)];
  }
  if (value instanceof Map)
    yield* [...value].flatMap(([key, entry]): [string, unknown][] => [
      ['key', key],
      ['entry', entry],
    ]);
  if (value instanceof Set) yield* [...value].map((entry): [string, unknown] => ['entry', entry]);
}

/** The texts of a value as a whole. */
function* showingsOf(value: unknown): Generator<[string, string]> {
  const options = {
    depth: Infinity,
    showHidden: true,
    getters: true,
    maxStringLength: Infinity,
    maxArrayLength: Infinity,
  };
  yield ['inspect', inspect(value, options)];
  yield ['inspect without custom', inspect(value, { ...options, customInspect: false })];
  yield ['JSON', JSON.stringify(value) ?? ''];
  yield ['String', String(value)];
}

/**
 * Searches a value for the canary key in every way that might reveal it: in its text as a whole, and in all that can be
 * reached from it (causes, hidden and inherited properties, getters, buffers, maps).
 */
export function findLeaks(value: unknown): Leak[] {
  const leaks = [...showingsOf(value)].flatMap(([path, text]) => leakIn(path, text));
  const seen = new Set<unknown>();
  const queue: [string, unknown][] = [['value', value]];
  for (let next = queue.shift(); next && seen.size < MOST_VALUES; next = queue.shift()) {
    const [path, part] = next;
    leaks.push(...leakIn(path, textOf(part)));
    if ((typeof part !== 'object' && typeof part !== 'function') || part === null || seen.has(part)) continue;
    seen.add(part);
    if (!ArrayBuffer.isView(part)) for (const [name, each] of partsOf(part)) queue.push([`${path}.${name}`, each]);
  }
  return leaks;
}

function leakIn(path: string, text: string): Leak[] {
  const form = findCanary(text);
  return form ? [{ path, form }] : [];
}

function textOf(part: unknown): string {
  if (ArrayBuffer.isView(part)) return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  return typeof part === 'string' || typeof part === 'symbol' ? String(part) : '';
}
