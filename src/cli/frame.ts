import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { userInfo } from 'node:os';
import type { OperatorDecision } from '../shop/index.js';
import { usageError } from './cli-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { exitCodeOf, Output, type OutputFlags, type Report } from './output/index.js';
import type { ShopFlags } from './shop/open-shop.js';

/** What a command gets besides its arguments. */
export interface CommandContext<Flags> {
  readonly flags: Flags & OutputFlags & ShopFlags;
  readonly output: Output;
  /**
   * Aborted by the first Ctrl-C: the command ends at the next safe place and reports with exit code `stopped`. Use it
   * if work must not be left half done; a command that does not use it ends at once.
   */
  readonly signal: AbortSignal;
  /** Resolves at the first Ctrl-C, for a command that runs until then. */
  readonly untilStopped: () => Promise<void>;
}

/**
 * The work of a command: its arguments from commander, and the context. Arguments are strings or undefined; a repeated
 * argument is a list. Work that continues after its result has reported it with `output`, and returns its exit code.
 */
export type Work<Flags, Args extends readonly unknown[] = string[]> = (
  context: CommandContext<Flags>,
  ...args: Args
) => Promise<Report | ExitCode>;

const OUTPUT_OPTIONS = [
  new Option('--json', 'print one JSON document'),
  new Option('-q, --quiet', 'print errors only; see the exit code'),
  new Option('--verbose', 'show details and the log, on standard error'),
];
const CONFIG_OPTION = new Option('-c, --config <file>', 'tillbridge.config.mjs, when it stands elsewhere');

/**
 * A command that needs no shop; add its options, then call {@link does}.
 *
 * @param description - for a subcommand; other descriptions are in the table of commands
 */
export function command(name: string, description = ''): Command {
  const made = new Command(name).description(description);
  for (const option of OUTPUT_OPTIONS) made.addOption(option);
  return made;
}

/** A command that opens the shop in this folder. */
export const shopCommand = (name: string, description?: string): Command =>
  command(name, description).addOption(CONFIG_OPTION);

/** Flags of each command that changes something; see {@link decisionOf}. */
export interface DecisionFlags {
  readonly by: string;
  readonly why: string;
}

/** Flags of a command that first shows what it would do. */
export interface ApplyFlags extends Partial<DecisionFlags> {
  readonly apply: boolean;
}

/** The account that runs the command; undefined in a container that runs under a number without a name. */
function accountName(): string | undefined {
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}

/** `--by`; default: the account's name. */
const byOption = (): Option =>
  new Option('--by <name>', 'who does it; written down').argParser(readText).default(accountName());

/** Adds `--by` and `--why`: both are stored with the change, and shown in the order's timeline. */
export function withDecision(to: Command): Command {
  const by = byOption();
  return to
    .requiredOption('--why <reason>', 'why this is done; written down', readText)
    .addOption(by.makeOptionMandatory(by.defaultValue === undefined));
}

/** @throws InvalidArgumentError for a blank text, because a stored decision needs a reason */
function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must say something.');
  return text;
}

/** Adds `--apply`, without which nothing changes, and `--by` and `--why`, which it requires. */
export const withApply = (to: Command, what: string): Command =>
  to
    .option('--apply', what, false)
    .option('--why <reason>', 'with --apply: why this is done; written down')
    .addOption(byOption());

/** Who decided and why, if `--apply` is given; null without it. @throws CliError if a part is missing */
export function appliedDecision({ apply, by = '', why = '' }: ApplyFlags): OperatorDecision | null {
  if (!apply) return null;
  if (why.trim() === '') throw usageError('Why is this done?', "Give --why 'the reason'; it is written down.");
  if (by === '') throw usageError('Who does this?', 'Give --by with a name: the account that runs this has none.');
  return { by, why };
}

/** Who decided and why, in the form of the shop's operations. */
export const decisionOf = ({ by, why }: DecisionFlags): OperatorDecision => ({ by, why });

/**
 * Handles Ctrl-C. A command that uses the signal ends at its next safe place, and a second Ctrl-C ends it at once. A
 * command that does not use it leaves nothing half done, and ends at the first Ctrl-C.
 */
class Stop {
  private readonly controller = new AbortController();
  private isHeeded = false;
  /** Whether a message says that the user has to wait. */
  private isAnnounced = true;

  constructor(private readonly output: Output) {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => this.stop());
  }

  /** A command that reads the signal must react to it. */
  get signal(): AbortSignal {
    this.isHeeded = true;
    return this.controller.signal;
  }

  /** For a command that runs until Ctrl-C. */
  untilAsked(): Promise<void> {
    this.isAnnounced = false;
    return new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  get isAsked(): boolean {
    return this.controller.signal.aborted;
  }

  private stop(): void {
    if (this.isAsked || !this.isHeeded) process.exit(EXIT.stopped);
    this.controller.abort();
    if (this.isAnnounced) this.output.note('Stopping at the next safe place; once more ends it at once.');
  }
}

async function perform(output: Output, stop: Stop, work: () => Promise<Report | ExitCode>): Promise<ExitCode> {
  try {
    const report = await work();
    if (typeof report === 'number') return report;
    await output.report(report);
    return report.exit;
  } catch (error) {
    await output.fail(error);
    return stop.isAsked ? EXIT.stopped : exitCodeOf(error);
  }
}

/**
 * Sets the work of a command. The process ends after the work, even if the shop leaves timers or connections open.
 *
 * @example
 * ```ts
 * does(command('greet <name>'), async (_context, name) => ({
 *   exit: EXIT.done,
 *   json: { greeted: name },
 *   text: () => `Hello, ${name}`,
 * }));
 * ```
 */
export function does<Flags extends object, Args extends readonly unknown[] = string[]>(
  to: Command,
  work: Work<Flags, Args>,
): Command {
  return to.action(async (...given: [...Args, unknown, unknown]) => {
    const args = given.slice(0, -2) as unknown[] as [...Args];
    const flags = to.opts<Flags & OutputFlags & ShopFlags>();
    const output = new Output(flags);
    const stop = new Stop(output);
    const context: CommandContext<Flags> = {
      flags,
      output,
      get signal() {
        return stop.signal;
      },
      untilStopped: () => stop.untilAsked(),
    };
    process.exit(await perform(output, stop, () => work(context, ...args)));
  });
}

const isHelp = ({ exitCode }: CommanderError): boolean => exitCode === 0;

function throughout(root: Command): void {
  root.exitOverride().showHelpAfterError('(--help shows how it is called)');
  root.commands.forEach(throughout);
}

/** Runs the program; a wrong call ends with the exit code for that. */
export async function run(program: Command, argv: readonly string[]): Promise<void> {
  throughout(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = isHelp(error) ? EXIT.done : EXIT.usage;
  }
}
