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
 * Refuses to look for what no column can hold. Fields that are absent are not asked for.
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
    // An empty text is no name, and not the same as none: whoever read it from a field that is missing means no such thing as all.
    ...faultsOf(texts, (text) => text !== '' && isName(text), 'must be text of 1 to 255 characters'),
    ...faultsOf(times, isTime, 'must be a time in epoch milliseconds (UTC)'),
  ];
  if (faults.length > 0) throw filterInvalid(faults);
}

/** What is asked for is nothing that could be looked for. */
export const filterInvalid = (faults: readonly Fault[]): Error =>
  refusal({
    code: 'FILTER_INVALID',
    message: `Nothing was looked for, the filter cannot be used:${faultList(faults)}`,
    httpStatus: 400,
    faults,
  });
