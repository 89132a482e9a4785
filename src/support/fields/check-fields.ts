import { validateSync, type ValidationError } from 'class-validator';
import type { Fault } from '../../protocol/index.js';
import type { Shape } from './fields.js';
import { readFields } from './read-fields.js';

/** A copy of the input with the defaults of its class, and every fault. */
export interface FieldVerdict<T> {
  /** Undefined if the input is not an object. */
  readonly value: T | undefined;
  readonly faults: Fault[];
}

/** Settings of a check besides the rules of the class. */
export interface FieldCheckOptions {
  /** What the rules may look up besides the object itself: see {@link contextOf}. */
  readonly context?: object;
  /** Names that the class does not have: a fault (default), or reported by other code. */
  readonly otherNames?: 'fault' | 'elsewhere';
}

const contexts = new WeakMap<object, object>();

/** The context that the rules of an object may use; empty for nested objects. */
export const contextOf = (copy: object): object => contexts.get(copy) ?? {};

/**
 * Copies the input into an object of a class, and checks that by the decorators of class-validator on its fields. Never
 * throws: getters that throw, cyclic objects, proxies and huge texts are faults like any other.
 *
 * @returns every fault at once, each with its path and, if there is one, the code that the service would answer
 */
export function checkFields<T extends object>(
  shape: Shape<T>,
  given: unknown,
  options: FieldCheckOptions = {},
): FieldVerdict<T> {
  const faults: Fault[] = [];
  const value = readFields(shape, given, { path: '', faults, otherNames: options.otherNames });
  if (value === undefined) return { value, faults };
  contexts.set(value, options.context ?? {});
  const errors = validateSync(value, {
    forbidUnknownValues: false,
    validationError: { target: false, value: false },
  });
  return { value, faults: [...faults, ...errors.flatMap((error) => faultsOf(error, ''))] };
}

function faultsOf(
  { property, constraints = {}, contexts: codes = {}, children = [] }: ValidationError,
  path: string,
): Fault[] {
  const own = `${path}${property}`;
  // What is no list has neither too many entries nor too few.
  const { isArray, ...others } = constraints;
  const broken = Object.entries(isArray === undefined ? others : { isArray }).map(([name, message]): Fault => {
    const { code } = (codes[name] ?? {}) as { code?: number };
    return code === undefined ? { path: own, message } : { path: own, message, code };
  });
  return [...broken, ...children.flatMap((child) => faultsOf(child, `${own}.`))];
}

/** Options with the defaults of their class. Faults are ignored here; they are reported when the application starts. */
export const settled = <T extends object>(shape: Shape<T>, given?: unknown): Required<T> =>
  (checkFields(shape, given ?? {}).value ?? new shape()) as Required<T>;
