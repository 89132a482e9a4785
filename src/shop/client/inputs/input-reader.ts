import { pathOf, unknownFieldFaults } from '../../../protocol/unknown-fields.js';
import { fieldsOf, isOpen } from './field-registry.js';
import { isFields, readJson, type Place } from './field-reading.js';

/** Names that would change what the copy is, instead of what it holds. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Copies an input, field by field, into an object of a class. Each field is read once; a getter that throws, a field
 * nobody knows (a misspelt one would otherwise be left out without a word), a number where an object should be: each is
 * a fault. Never throws.
 *
 * @returns the copy, or `undefined` when the input is no object
 */
export function readInput<T extends object>(dto: new () => T, input: unknown, place: Place): T | undefined {
  if (!isFields(input)) {
    place.faults.push({ path: place.path, message: 'must be an object' });
    return undefined;
  }
  const copy = new dto();
  const known = fieldsOf(dto.prototype);
  for (const [name, read] of known) {
    const at = { ...place, path: pathOf(place.path, name) };
    attempt(at, () => {
      const value = input[name];
      // An absent field stays absent; null is kept, for a rule may have something to say about it.
      if (value !== undefined) set(copy, name, value === null ? null : read(value, at));
    });
  }
  attempt(place, () => readOthers({ copy, input, known, place }));
  return copy;
}

interface Others {
  readonly copy: object;
  readonly input: Readonly<Record<string, unknown>>;
  readonly known: ReadonlyMap<string, unknown>;
  readonly place: Place;
}

function readOthers({ copy, input, known, place }: Others): void {
  const names = Object.keys(input).filter((name) => !known.has(name));
  const allowed = isOpen(Object.getPrototypeOf(copy)) ? names.filter((name) => !FORBIDDEN.has(name)) : [];
  const unknown = names.filter((name) => !allowed.includes(name));
  place.faults.push(...unknownFieldFaults(unknown, place.path));
  const others = allowed.length > 0 ? readJson(pick(input, allowed), place) : {};
  for (const [name, value] of Object.entries(others ?? {})) set(copy, name, value);
}

const pick = (input: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, input[name]]));

/** Also where the name is that of something inherited. */
function set(copy: object, name: string, value: unknown): void {
  Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
}

function attempt({ path, faults }: Place, read: () => void): void {
  try {
    read();
  } catch {
    faults.push({ path, message: 'cannot be read' });
  }
}
