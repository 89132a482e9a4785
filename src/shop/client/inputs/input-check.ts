import type { Fault, PaymentError } from '../../../protocol/index.js';
import type { AccountRules } from '../../../protocol/rules/index.js';
import { checkFields, faultList, refusal, type TerminalGroup } from '../../core/index.js';

/** Longest order id that is repeated in an error. A longer text is not an order id. */
const MAX_REPEATED_ID = 200;

/** What an input is for; shown in the error about its faults. */
export interface InputSubject {
  readonly group: TerminalGroup;
  /** The error's code, such as `CAPTURE_INVALID`. */
  readonly code: string;
  /** What is then not sent: `capture`. */
  readonly what: string;
  readonly orderId: unknown;
}

/** The rules for the orders of a terminal group, in addition to the service's own. */
export const accountRules = ({ mode, currencies }: TerminalGroup): AccountRules => ({
  notificationUrl: mode === 'live' ? 'live' : 'development',
  currencies,
});

/**
 * A copy of an input that follows every rule of its class.
 *
 * @throws PaymentError with the subject's code, listing every fault
 */
export function checkedInput<T extends object>(dto: new () => T, given: unknown, subject: InputSubject): T {
  const { value, faults } = checkFields(dto, given, { context: accountRules(subject.group) });
  if (value === undefined || faults.length > 0) throw invalidInput(subject, faults);
  return value;
}

/** The error that lists the faults of an input. */
export function invalidInput({ group, code, what, orderId }: InputSubject, faults: readonly Fault[]): PaymentError {
  const list = faultList(faults.map((fault) => `${fault.path || what}: ${fault.message}${codeText(fault)}`));
  return refusal({
    code,
    message: `The ${what} was not sent, the service would refuse it:${list}`,
    httpStatus: 500,
    advice: 'Correct what is listed; nothing was sent.',
    group: group.name,
    orderId: typeof orderId === 'string' && orderId.length <= MAX_REPEATED_ID ? orderId : undefined,
    faults,
  });
}

const codeText = ({ code }: Fault): string => (code === undefined ? '' : ` (${code})`);

/**
 * A copy of a filter that has no faults. An unknown field is a fault: if a misspelt filter were ignored, the list would be
 * too long.
 *
 * @throws PaymentError `FILTER_INVALID` listing the faults, when there are any
 */
export function checkedFilter<T extends object>(shape: new () => T, input: unknown, group: string): T {
  const { value, faults } = checkFields(shape, input ?? {});
  refuseFaults(faults, group);
  return value ?? new shape();
}

/**
 * Lets a filter without faults pass.
 *
 * @throws PaymentError `FILTER_INVALID` listing the faults, when there are any
 */
export function refuseFaults(faults: readonly Fault[], group: string): void {
  if (faults.length === 0) return;
  throw refusal({
    code: 'FILTER_INVALID',
    message: `Nothing was asked of the service, the filter cannot be used:${faultList(faults, 'filter')}`,
    httpStatus: 400,
    advice: 'Correct what is listed.',
    group,
    faults,
  });
}
