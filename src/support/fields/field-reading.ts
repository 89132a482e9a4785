import { isFields, Money, type Fault } from '../../protocol/index.js';

/** Where something stands in an input, and where to say what is wrong with it. */
export interface Place {
  readonly path: string;
  readonly faults: Fault[];
  /** Whether names that a class does not have are told of here (default), or elsewhere. */
  readonly otherNames?: 'fault' | 'elsewhere' | undefined;
}

/** Takes a value out of an input, once and for all: what is judged is what is sent. May throw. */
export type FieldReading = (value: unknown, place: Place) => unknown;

/** Stands where there should be text, a number or the like, and is something else. */
const NO_SCALAR: unknown = Object.freeze({});
const MAX_JSON_LENGTH = 20_000;
const MAX_LIST_LENGTH = 1_000;

/** Text, a number, yes or no; any object counts as something that is none of them. */
export const readScalar: FieldReading = (value) =>
  value !== null && (typeof value === 'object' || typeof value === 'function') ? NO_SCALAR : value;

/** Money of either copy of the package; for anything else, as much of it as can be judged. */
export const readMoney: FieldReading = (value) => {
  if (!isFields(value)) return readScalar(value, { path: '', faults: [] });
  const { amount, currency } = value;
  const copy = { amount: toScalar(amount), currency: toScalar(currency) };
  if (!Money.isMoney(value) || typeof copy.amount !== 'number' || typeof copy.currency !== 'string') return copy;
  try {
    return Money.ofMinor(copy.amount, copy.currency);
  } catch {
    return copy;
  }
};

/** A list of scalars; the holes of a sparse one are scalars too. */
export const readList: FieldReading = (value) =>
  Array.isArray(value) && value.length <= MAX_LIST_LENGTH
    ? Array.from({ length: value.length }, (_, index) => toScalar(value[index]))
    : NO_SCALAR;

/** What a field is read as where nothing else is said: a scalar, or a list of them. */
export const readValue: FieldReading = (value, place) =>
  Array.isArray(value) ? readList(value, place) : readScalar(value, place);

/** A copy of an object that is passed on as it is. */
export const readJson: FieldReading = (value, { path, faults }) => {
  if (!isFields(value)) {
    faults.push({ path, message: 'must be an object' });
    return undefined;
  }
  const text = JSON.stringify(value) ?? '';
  const copy: unknown = text.length <= MAX_JSON_LENGTH ? JSON.parse(text || 'null') : null;
  if (isFields(copy)) return copy;
  faults.push({ path, message: `must be an object of at most ${MAX_JSON_LENGTH} characters as JSON` });
  return undefined;
};

/** A value that has rules of its own, elsewhere. */
export const readAsIs: FieldReading = (value) => value;

function toScalar(value: unknown): unknown {
  return readScalar(value, { path: '', faults: [] });
}
