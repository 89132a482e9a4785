import { validateSync, type ValidationError } from 'class-validator';
import type { Fault } from '../../../protocol/index.js';
import type { AccountRules } from '../../../protocol/rules/index.js';
import { setAccountRules } from './field-registry.js';
import { readInput } from './input-reader.js';

/** A copy of an input, and everything that is wrong with it; there is no copy of what is no object. */
export interface JudgedInput<T> {
  readonly input: T | undefined;
  readonly faults: Fault[];
}

/**
 * Judges an input by the rules that the fields of a class follow. Never throws, whatever the input: getters that throw,
 * cyclic objects, proxies and huge texts are faults like any other.
 *
 * @param dto - the class of its shape
 * @param account - what it is judged by besides the service's own rules
 * @returns every fault at once, each with its path and, where there is one, the code that the service would answer
 */
export function judgeInput<T extends object>(
  dto: new () => T,
  input: unknown,
  account: AccountRules = {},
): JudgedInput<T> {
  const faults: Fault[] = [];
  const copy = readInput(dto, input, { path: '', faults });
  if (copy === undefined) return { input: undefined, faults };
  setAccountRules(copy, account);
  const errors = validateSync(copy, { validationError: { target: false, value: false } });
  return { input: copy, faults: [...faults, ...errors.flatMap((error) => faultsOf(error, ''))] };
}

function faultsOf(
  { property, constraints = {}, contexts = {}, children = [] }: ValidationError,
  path: string,
): Fault[] {
  const own = `${path}${property}`;
  const broken = Object.entries(constraints).map(([name, message]): Fault => {
    const { code } = (contexts[name] ?? {}) as { code?: number };
    return code === undefined ? { path: own, message } : { path: own, message, code };
  });
  return [...broken, ...children.flatMap((child) => faultsOf(child, `${own}.`))];
}
