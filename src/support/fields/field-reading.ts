import { isFields, Money, type Fault } from '../../protocol/index.js';

/** Where a value stands in an input, and the list that collects faults. */
export interface FieldPlace {
  readonly path: string;
  readonly faults: Fault[];
  /** Whether names that a class does not have are reported here (default), or by other code. */
  readonly otherNames?: 'fault' | 'elsewhere' | undefined;
}

/** Reads a value of an input exactly once, so that the checked value is the one that is sent. May throw. */
export type FieldReading = (value: unknown, place: FieldPlace) => unknown;

/** Replaces an object where text, a number or the like is expected. */
const NO_SCALAR: unknown = Object.freeze({});
const MAX_JSON_LENGTH = 20_000;
const MAX_LIST_LENGTH = 1_000;

/** Text, a number, true or false; any object becomes a value that no rule for these accepts. */
export const readScalar: FieldReading = (value) =>
  value !== null && (typeof value === 'object' || typeof value === 'function') ? NO_SCALAR : value;

/**
 * Money of either copy of the package. From any other object it takes `amount` and `currency`, for the rules to check.
 */
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

/** A list of scalars; missing entries of a sparse list count as scalars. */
export const readList: FieldReading = (value) =>
  Array.isArray(value) && value.length <= MAX_LIST_LENGTH
    ? Array.from({ length: value.length }, (_, index) => toScalar(value[index]))
    : NO_SCALAR;

/** The default reading: a scalar, or a list of scalars. */
export const readValue: FieldReading = (value, place) =>
  Array.isArray(value) ? readList(value, place) : readScalar(value, place);

/** A copy of an object that is passed on unchanged. */
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

/** A value that other code checks. */
export const readAsIs: FieldReading = (value) => value;

function toScalar(value: unknown): unknown {
  return readScalar(value, { path: '', faults: [] });
}
