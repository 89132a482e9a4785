import {
  isLocalErrorCode,
  LOCAL_ERRORS,
  PaymentError,
  type Fault,
  type LocalErrorCode,
  type PaymentErrorInit,
} from '../../protocol/index.js';
import { inOneLine } from './log-line.js';

/** The facts of most errors of a kind. By default nothing was sent, and a repeat would not help. */
const BY_KIND = {
  request: { execution: 'not-executed', retry: 'no', httpStatus: 409 },
  'already-done': { execution: 'not-executed', retry: 'no', httpStatus: 409 },
  configuration: { execution: 'not-executed', retry: 'no', httpStatus: 500 },
  temporary: { execution: 'not-executed', retry: 'backoff', httpStatus: 503 },
  unknown: { execution: 'unknown', retry: 'reconcile-first', httpStatus: 502 },
} as const;

/** The facts of an error, where they differ from those of its kind. */
type Facts = Partial<Omit<PaymentErrorInit, 'code' | 'kind' | 'advice'>> & {
  readonly message: string;
  /** Default `request`. */
  readonly kind?: keyof typeof BY_KIND;
};

/** An error without its own advice has that of the table of errors. */
type Refusal = Facts & ({ code: LocalErrorCode; advice?: string } | { code: string; advice: string });

/**
 * The error for what this package refuses or cannot do itself.
 *
 * @example
 * refusal({ code: 'ORDER_UNKNOWN', message: 'There is no order S1.', httpStatus: 404 });
 */
export function refusal({ code, kind = 'request', ...what }: Refusal): PaymentError {
  const advice = isLocalErrorCode(code) ? LOCAL_ERRORS[code].operatorText : '';
  return new PaymentError({ code, kind, advice, ...BY_KIND[kind], ...what, message: inOneLine(what.message) });
}

/**
 * Faults, one on each line, as the messages of errors list them.
 *
 * @param whole - the subject of a fault without a path
 */
export const faultList = (faults: readonly (Fault | string)[], whole = ''): string =>
  faults.map((fault) => `\n  - ${typeof fault === 'string' ? fault : lineOf(fault, whole)}`).join('');

const lineOf = ({ path, message }: Fault, whole: string): string => `${path || whole}: ${message}`;

/**
 * The error for options that cannot work. It lists every fault, so that all can be corrected at once.
 *
 * @returns PaymentError with code `OPTIONS_INVALID`
 */
export function optionsError(faults: readonly string[]): PaymentError {
  return refusal({
    code: 'OPTIONS_INVALID',
    message: `TillbridgeModule cannot start:${faultList(faults)}`,
    kind: 'configuration',
    advice: 'Correct the options given to TillbridgeModule.forRoot or forRootAsync.',
  });
}
