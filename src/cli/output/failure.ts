import { isPaymentError } from '../../protocol/index.js';
import { isEngineError } from '../../database/engine/engine-error.js';
import { messageOf } from '../../support/index.js';
import { isCliError } from '../cli-error.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { printable, type TextStyle } from './text-style.js';

/** What is reported about a failure. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** What to do about it; null where no one knows. */
  readonly advice: string | null;
}

/** A failure as `--json` shows it. Errors that are not ours show their message, never their stack. */
export function failureDocument(error: unknown): Failure {
  if (isCliError(error) || isPaymentError(error)) {
    return { code: error.code, message: error.message, advice: error.advice };
  }
  if (isEngineError(error)) {
    // Its message ends in its advice, for logs.
    const message = error.message.slice(0, -error.advice.length).trim();
    return { code: error.code, message, advice: error.advice };
  }
  const message = messageOf(error);
  return { code: 'UNEXPECTED', message, advice: 'Call the command again with --verbose to see where it comes from.' };
}

/** A failure for people: what, and what to do. */
export function failureText(error: unknown, style: TextStyle): string {
  const { code, message, advice } = failureDocument(error);
  const lines = message.split('\n').map(printable).join('\n');
  return `${style.bad(`${code}:`)} ${lines}${advice === null ? '' : `\n${advice}`}`;
}

/** How the program ends after a failure. */
export const exitCodeOf = (error: unknown): ExitCode => (isCliError(error) ? error.exit : EXIT.failed);
