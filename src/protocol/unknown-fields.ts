import type { Fault } from './fault.js';

const MAX_UNKNOWN = 20;
const MAX_NAME_LENGTH = 40;
/**
 * Characters that start a new line or change the direction of text: names may come from a customer's browser and go
 * into logs.
 */
const NOT_PRINTABLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** The path of a field in an input. */
export const fieldPath = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** A fault for each unknown field: otherwise a misspelt field would be ignored without an error. */
export function unknownFieldFaults(names: readonly string[], path: string): Fault[] {
  return names.slice(0, MAX_UNKNOWN).map((name) => ({
    path: fieldPath(path, name.slice(0, MAX_NAME_LENGTH).replace(NOT_PRINTABLE, '?')),
    message: 'is no field that is known here',
  }));
}
