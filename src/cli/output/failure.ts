import { isPaymentError } from '../../protocol/index.js';
import { isEngineError } from '../../database/engine/engine-error.js';
import { messageOf } from '../../support/index.js';
import { isCliError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable } from '../../support/index.js';
import type { TextStyle } from './text-style.js';

/** The output for a failure. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** What to do; null if unknown. */
  readonly advice: string | null;
}

/** A failure in the form of `--json`. Foreign errors show their message, never their stack. */
export function failureDocument(error: unknown): Failure {
  if (isCliError(error) || isPaymentError(error)) {
    return { code: error.code, message: error.message, advice: error.advice };
  }
  if (isEngineError(error)) {
    // Its message ends with its advice, for logs; the advice is cut off here.
    const message = error.message.slice(0, -error.advice.length).trim();
    return { code: error.code, message, advice: error.advice };
  }
  const message = messageOf(error);
  return { code: 'UNEXPECTED', message, advice: 'Call the command again with --verbose to see where it comes from.' };
}

/** A failure as text for people, with advice. */
export function failureText(error: unknown, style: TextStyle): string {
  const { code, message, advice } = failureDocument(error);
  const lines = message.split('\n').map(printable).join('\n');
  return `${style.bad(`${code}:`)} ${lines}${advice === null ? '' : `\n${advice}`}`;
}

/** The exit code of the program after a failure. */
export const exitCodeOf = (error: unknown): ExitCode => (isCliError(error) ? error.exit : EXIT.failed);
