import type { Fault } from '../../protocol/index.js';
import { isName } from '../../support/index.js';
import { faultList, refusal } from './refusal.js';

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
