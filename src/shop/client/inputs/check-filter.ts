import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { PaymentError, type Fault } from '../../../protocol/index.js';
import { unknownFieldFaults } from '../../../protocol/unknown-fields.js';
import { isFields, readList, readScalar, type Place } from './field-reading.js';

/** A copy of a filter, and everything that is wrong with it. */
export interface JudgedFilter<T> {
  readonly filter: T;
  readonly faults: Fault[];
}

/**
 * Copies a filter, each field read once, and judges it by a class with class-validator's decorators. A field that the
 * class does not have is a fault as well: a filter that is misspelt and ignored lists too much. Never throws.
 */
export function judgeFilter<T extends object>(shape: new () => T, input: unknown): JudgedFilter<T> {
  const faults: Fault[] = [];
  const filter = new shape();
  try {
    copyInto(filter, input ?? {}, { path: '', faults });
  } catch {
    faults.push({ path: '', message: 'cannot be read' });
  }
  return { filter, faults: [...faults, ...validateSync(filter, { forbidUnknownValues: false }).flatMap(toFaults)] };
}

/**
 * A copy of a filter that has no faults.
 *
 * @throws PaymentError `FILTER_INVALID` listing the faults, when there are any
 */
export function checkedFilter<T extends object>(shape: new () => T, input: unknown, group: string): T {
  const { filter, faults } = judgeFilter(shape, input);
  refuseFaults(faults, group);
  return filter;
}

/**
 * Lets a filter without faults pass.
 *
 * @throws PaymentError `FILTER_INVALID` listing the faults, when there are any
 */
export function refuseFaults(faults: readonly Fault[], group: string): void {
  if (faults.length === 0) return;
  const list = faults.map(({ path, message }) => `\n  - ${path || 'filter'}: ${message}`).join('');
  throw new PaymentError({
    code: 'FILTER_INVALID',
    message: `Nothing was asked of the service, the filter cannot be used:${list}`,
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 400,
    advice: 'Correct what is listed.',
    group,
    faults,
  });
}

/** Copies what a class judges, inherited fields included; a list of scalars is the deepest that a filter goes. */
function copyInto(filter: object, input: unknown, place: Place): void {
  if (!isFields(input)) {
    place.faults.push({ path: place.path, message: 'must be an object' });
    return;
  }
  const known = fieldsOf(filter.constructor);
  place.faults.push(
    ...unknownFieldFaults(
      Object.keys(input).filter((name) => !known.has(name)),
      place.path,
    ),
  );
  for (const name of known) {
    const value = input[name];
    if (value === undefined) continue;
    Reflect.set(filter, name, Array.isArray(value) ? readList(value, place) : readScalar(value, place));
  }
}

function fieldsOf(shape: Function): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', true, false);
  return new Set(rules.map(({ propertyName }) => propertyName));
}

function toFaults({ property, constraints = {} }: ValidationError): Fault[] {
  // One fault for a field: a value of the wrong kind breaks the other rules as well.
  const [message] = Object.values(constraints);
  return message === undefined ? [] : [{ path: property, message }];
}
