import { validateSync, type ValidationError } from 'class-validator';
import type { Fault } from '../../protocol/index.js';
import type { Shape } from './fields.js';
import { readFields } from './read-fields.js';

/** A copy of what was given, with the defaults of its class, and everything that is wrong with it. */
export interface FieldVerdict<T> {
  /** There is no copy of what is no object. */
  readonly value: T | undefined;
  readonly faults: Fault[];
}

/** What is said of an object besides what its class says. */
export interface FieldCheckOptions {
  /** What the object itself is judged by besides the rules of its class: see {@link contextOf}. */
  readonly context?: object;
  /** Names that the class does not have: a fault (default), or told of by somebody else. */
  readonly otherNames?: 'fault' | 'elsewhere';
}

const contexts = new WeakMap<object, object>();

/** What an object is judged by besides its own rules; nothing for the objects inside of what was given. */
export const contextOf = (copy: object): object => contexts.get(copy) ?? {};

/**
 * Copies what was given into an object of a class, and judges that by the decorators of class-validator on its fields.
 * Never throws, whatever was given: getters that throw, cyclic objects, proxies and huge texts are faults like any other.
 *
 * @returns every fault at once, each with its path and, where there is one, the code that the service would answer
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
  const broken = Object.entries(constraints).map(([name, message]): Fault => {
    const { code } = (codes[name] ?? {}) as { code?: number };
    return code === undefined ? { path: own, message } : { path: own, message, code };
  });
  return [...broken, ...children.flatMap((child) => faultsOf(child, `${own}.`))];
}

/** Options with the defaults of their class, whatever is wrong with them: that is told when the application starts. */
export const settled = <T extends object>(shape: Shape<T>, given?: unknown): Required<T> =>
  (checkFields(shape, given ?? {}).value ?? new shape()) as Required<T>;
