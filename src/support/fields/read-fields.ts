import { isFields } from '../../protocol/index.js';
import { fieldPath, unknownFieldFaults } from '../../protocol/unknown-fields.js';
import { fieldsOf, hasOpenFields, type Shape } from './fields.js';
import { readJson, type FieldPlace } from './field-reading.js';

/** Names that would change the prototype of the copy instead of its content. */
const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Copies the input, field by field, into an object of a class. Each field is read once, and an absent field keeps the
 * default of the class. A getter that throws, or a number where an object is expected, is a fault. Never throws.
 *
 * @returns the copy, or `undefined` if the input is not an object
 */
export function readFields<T extends object>(shape: Shape<T>, given: unknown, place: FieldPlace): T | undefined {
  if (!isFields(given)) {
    place.faults.push({ path: place.path, message: 'must be an object' });
    return undefined;
  }
  const copy = new shape();
  const known = fieldsOf(shape);
  for (const [name, { read }] of known) {
    const at = { ...place, path: fieldPath(place.path, name) };
    attempt(at, () => {
      const value = given[name];
      // Null is kept where there is no default, because a rule may refuse it.
      const kept = value === null || value === undefined ? value : read(value, at);
      if (kept !== undefined && (kept !== null || Reflect.get(copy, name) === undefined)) set(copy, name, kept);
    });
  }
  attempt(place, () => readOthers({ copy, given, known, place }));
  return copy;
}

interface Others {
  readonly copy: object;
  readonly given: Readonly<Record<string, unknown>>;
  readonly known: ReadonlyMap<string, unknown>;
  readonly place: FieldPlace;
}

/** An unknown field is a fault: otherwise a misspelt field would be ignored without a message. */
function readOthers({ copy, given, known, place }: Others): void {
  if (place.otherNames === 'elsewhere') return;
  const names = Object.keys(given).filter((name) => !known.has(name));
  const allowed = hasOpenFields(copy.constructor) ? names.filter((name) => !FORBIDDEN.has(name)) : [];
  const unknown = names.filter((name) => !allowed.includes(name));
  place.faults.push(...unknownFieldFaults(unknown, place.path));
  const others = allowed.length > 0 ? readJson(pick(given, allowed), place) : {};
  for (const [name, value] of Object.entries(others ?? {})) set(copy, name, value);
}

const pick = (given: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, given[name]]));

/** Works for names of inherited properties too. */
function set(copy: object, name: string, value: unknown): void {
  Object.defineProperty(copy, name, { value, enumerable: true, writable: true, configurable: true });
}

function attempt({ path, faults }: FieldPlace, read: () => void): void {
  try {
    read();
  } catch {
    faults.push({ path, message: 'cannot be read' });
  }
}
