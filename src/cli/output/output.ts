import { failureDocument, failureText } from './failure.js';
import type { Progress } from './progress.js';
import { reserveStandardOutput } from './standard-output.js';
import { PLAIN, type TextStyle } from './text-style.js';
import type { ExitCode } from '../exit-codes.js';

/** Flags that every command of the frame has. */
export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** What a command has found or done: once for people, once for programs. */
export interface Report {
  readonly exit: ExitCode;
  /** The one JSON document of `--json`; its keys are documented and stay. */
  readonly json: object;
  /** For people; left out with `--json`, and with `--quiet` where it says no more than the exit code. */
  readonly text: (style: TextStyle) => string;
}

const hasColours = ({ isTTY }: NodeJS.WriteStream): boolean =>
  Boolean(isTTY) && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb';

/** Colours and tables are loaded where they are seen. */
const styleOf = async (stream: NodeJS.WriteStream): Promise<TextStyle> =>
  hasColours(stream) ? (await import('./terminal-style.js')).TERMINAL : PLAIN;

const NOTHING: Progress = { update: () => undefined, stop: () => undefined };

/**
 * Where a command writes: the result on standard output, everything else on standard error. Nothing else of the program,
 * nor of the shop that is opened in it, reaches standard output.
 */
export class Output {
  private readonly write = reserveStandardOutput();

  constructor(private readonly flags: OutputFlags) {}

  /** Whether the log of the shop that is opened is shown (`--verbose`). */
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

  /** Says something on the way, to people only. */
  note(text: string): void {
    if (!this.flags.quiet && !this.flags.json) process.stderr.write(`${text}\n`);
  }

  /** A bar, on a terminal only; nothing is drawn where no one would see it. */
  async progress(what: string, total: number): Promise<Progress> {
    if (!process.stderr.isTTY || this.flags.quiet || this.flags.json) return NOTHING;
    const { progressBar } = await import('./progress.js');
    return progressBar(what, total);
  }

  /** Says why a command could not do what it was called for: also with `--quiet`. */
  async fail(error: unknown): Promise<void> {
    if (this.flags.json) await this.write(`${JSON.stringify({ error: failureDocument(error) }, null, 2)}\n`);
    process.stderr.write(`${failureText(error, await styleOf(process.stderr))}\n`);
    if (this.isVerbose && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  }
}
