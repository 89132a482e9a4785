import { EXIT, type ExitCode } from './exit-codes.js';

/** The parts of a {@link CliError}. */
export interface CliErrorInit {
  /** Stable name, part of the `--json` output: `CONFIG_MISSING`, `DATABASE_AWAY`, … */
  readonly code: string;
  /** What happened, one sentence. Holds no secret. */
  readonly message: string;
  /** What the user should do. */
  readonly advice: string;
  /** The exit code of the program. Default: `failed`. */
  readonly exit?: ExitCode;
}

const BRAND = Symbol.for('tillbridge.CliError');

/** A command could not do its work. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly code: string;
  readonly advice: string;
  readonly exit: ExitCode;

  constructor({ code, message, advice, exit = EXIT.failed }: CliErrorInit) {
    super(message);
    this.code = code;
    this.advice = advice;
    this.exit = exit;
    Object.defineProperty(this, BRAND, { value: true });
  }
}

/** Whether a thrown value is a {@link CliError}. */
export const isCliError = (error: unknown): error is CliError =>
  typeof error === 'object' && error !== null && BRAND in error;

/** A {@link CliError} for a wrong call; the command did nothing. */
export const usageError = (message: string, advice: string): CliError =>
  new CliError({ code: 'USAGE', message, advice, exit: EXIT.usage });
