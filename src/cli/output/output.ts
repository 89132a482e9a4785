import { failureDocument, failureText } from './failure.js';
import type { Progress } from './progress.js';
import { reserveStandardOutput } from './standard-output.js';
import { PLAIN, type TextStyle } from './text-style.js';
import type { ExitCode } from '../exit-codes.js';

/** Flags of every command. */
export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** The result of a command, for people and for programs. */
export interface Report {
  readonly exit: ExitCode;
  /** The JSON document of `--json`; its keys are documented and stable. */
  readonly json: object;
  /** For people; omitted with `--json`, and with `--quiet` if it tells no more than the exit code. */
  readonly text: (style: TextStyle) => string;
}

const hasColours = ({ isTTY }: NodeJS.WriteStream): boolean =>
  Boolean(isTTY) && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

/** Colours and tables are loaded only if they are shown. */
const styleOf = async (stream: NodeJS.WriteStream): Promise<TextStyle> =>
  hasColours(stream) ? (await import('./terminal-style.js')).TERMINAL : PLAIN;

const NOTHING: Progress = { update: () => undefined, stop: () => undefined };

/**
 * Where a command writes: the result to standard output, all else to standard error. No other part of the program, nor
 * the opened shop, writes to standard output.
 */
export class Output {
  private readonly write = reserveStandardOutput();

  constructor(private readonly flags: OutputFlags) {}

  /** Whether the log of the opened shop is shown (`--verbose`). */
  get isVerbose(): boolean {
    return this.flags.verbose === true;
  }

  /** Prints a result. */
  async report({ json, text }: Report): Promise<void> {
    if (this.flags.json) await this.write(`${JSON.stringify(json, null, 2)}\n`);
    else if (!this.flags.quiet) await this.write(`${text(await styleOf(process.stdout))}\n`);
  }

  /** Adds a line to a result, for people only. */
  async add(text: string): Promise<void> {
    if (!this.flags.quiet && !this.flags.json) await this.write(`${text}\n`);
  }

  /** Prints a message on the way, for people only. */
  note(text: string): void {
    if (!this.flags.quiet && !this.flags.json) process.stderr.write(`${text}\n`);
  }

  /** A progress bar, on a terminal only; otherwise nothing is drawn. */
  async progress(what: string, total: number): Promise<Progress> {
    if (!process.stderr.isTTY || this.flags.quiet || this.flags.json) return NOTHING;
    const { progressBar } = await import('./progress.js');
    return progressBar(what, total);
  }

  /** Prints why a command failed, also with `--quiet`. */
  async fail(error: unknown): Promise<void> {
    if (this.flags.json) await this.write(`${JSON.stringify({ error: failureDocument(error) }, null, 2)}\n`);
    process.stderr.write(`${failureText(error, await styleOf(process.stderr))}\n`);
    if (this.isVerbose && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  }
}
