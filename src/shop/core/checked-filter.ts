import { isFields, type Fault } from '../../protocol/index.js';
import { isName } from '../../support/index.js';
import { faultList, refusal } from './refusal.js';

const KINDS = { string: 'text', number: 'a number', object: 'an object', function: 'a function' } as const;

/** What a value is, without quoting it: it may come from a stranger. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return 'a list';
  return Object.entries(KINDS).find(([type]) => type === typeof value)?.[1] ?? `a ${typeof value}`;
}

/** The message for an argument that is no text. */
export const notText = (value: unknown): string => `must be text, and is ${kindOf(value)}`;

/** The message for an argument that is no object. */
export const notFields = (value: unknown): string => `must be an object, and is ${kindOf(value)}`;

/**
 * Refuses a search by anything but text. Found by nothing, an order would seem not to exist.
 *
 * @param names - the arguments by their names
 * @throws PaymentError `FILTER_INVALID`
 */
export function checkTexts(names: Readonly<Record<string, unknown>>): void {
  const faults = Object.entries(names).flatMap(([path, value]) =>
    typeof value === 'string' ? [] : [{ path, message: notText(value) }],
  );
  if (faults.length > 0) throw filterInvalid(faults);
}

/**
 * Options as they were given; none are an empty object. Text or a number in their place would be ignored, and with it the
 * terminal group that was meant.
 *
 * @param path - the name of the argument
 * @throws PaymentError `FILTER_INVALID`
 */
export function checkedOptions<T extends object>(given: T | null | undefined, path = 'options'): Partial<T> {
  if (given === undefined || given === null) return {};
  if (isFields(given)) return given;
  throw filterInvalid([{ path, message: notFields(given) }]);
}

const isTime = (value: unknown): boolean => Number.isSafeInteger(value);

const faultsOf = (
  part: Readonly<Record<string, unknown>>,
  isGood: (value: unknown) => boolean,
  message: string,
): Fault[] =>
  Object.entries(part).flatMap(([path, value]) => (value === undefined || isGood(value) ? [] : [{ path, message }]));

/**
 * Refuses a search for values that no column can hold. Absent fields are not searched for.
 *
 * @param filter - `texts` are compared with names, `times` are epoch milliseconds
 * @throws PaymentError `FILTER_INVALID` listing every fault
 */
export function checkFilter({
  texts,
  times = {},
}: {
  readonly texts: Readonly<Record<string, unknown>>;
  readonly times?: Readonly<Record<string, unknown>>;
}): void {
  const faults = [
    // An empty text is not a name, and it does not mean "all": a caller that read it from a missing field did not ask for all
    // rows.
    ...faultsOf(texts, (text) => text !== '' && isName(text), 'must be text of 1 to 255 characters'),
    ...faultsOf(times, isTime, 'must be a time in epoch milliseconds (UTC)'),
  ];
  if (faults.length > 0) throw filterInvalid(faults);
}

/** The error for a filter with values that cannot be searched for. */
export const filterInvalid = (faults: readonly Fault[]): Error =>
  refusal({
    code: 'FILTER_INVALID',
    message: `Nothing was looked for, the filter cannot be used:${faultList(faults)}`,
    httpStatus: 400,
    faults,
  });
