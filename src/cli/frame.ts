import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { userInfo } from 'node:os';
import type { OperatorDecision } from '../shop/index.js';
import { usageError } from './cli-error.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { exitCodeOf, Output, type OutputFlags, type Report } from './output/index.js';
import type { ShopFlags } from './shop/open-shop.js';

/** What the work of a command gets besides its arguments. */
export interface CommandContext<Flags> {
  readonly flags: Flags & OutputFlags & ShopFlags;
  readonly output: Output;
  /**
   * Aborted by the first Ctrl-C: end at the next safe place, and report with exit code `stopped`. Take it where something
   * must not be left half done; a command that does not take it ends at once.
   */
  readonly signal: AbortSignal;
  /** Resolves at the first Ctrl-C, which ends the command as it is meant to end. */
  readonly untilStopped: () => Promise<void>;
}

/**
 * The work of a command: its arguments as commander gives them, and the context. They are strings, or undefined; where an
 * argument may be repeated, a list. One that goes on after its result has reported it by `output`, and gives its exit code.
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
 * A command that needs no shop; give it its options, then {@link does}.
 *
 * @param description - of a command below another one; that of the others stands in the table of commands
 */
export function command(name: string, description = ''): Command {
  const made = new Command(name).description(description);
  for (const option of OUTPUT_OPTIONS) made.addOption(option);
  return made;
}

/** A command that opens the shop in this folder. */
export const shopCommand = (name: string, description?: string): Command =>
  command(name, description).addOption(CONFIG_OPTION);

/** Flags of every command that changes something; see {@link decisionOf}. */
export interface DecisionFlags {
  readonly by: string;
  readonly why: string;
}

/** Flags of a command that shows first what it would do. */
export interface ApplyFlags extends Partial<DecisionFlags> {
  readonly apply: boolean;
}

/** The account that runs it; undefined in a container that runs under a number without a name. */
function accountName(): string | undefined {
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}

/** `--by`: the account's name unless told otherwise. */
const byOption = (): Option =>
  new Option('--by <name>', 'who does it; written down').argParser(readText).default(accountName());

/** Adds `--by` and `--why`: both are written down with what is done, and shown in the order's timeline. */
export function withDecision(to: Command): Command {
  const by = byOption();
  return to
    .requiredOption('--why <reason>', 'why this is done; written down', readText)
    .addOption(by.makeOptionMandatory(by.defaultValue === undefined));
}

/** @throws InvalidArgumentError without an error in it: what is written down has to say something */
function readText(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must say something.');
  return text;
}

/** Adds `--apply`, without which nothing is changed, and `--by` and `--why`, which it needs. */
export const withApply = (to: Command, what: string): Command =>
  to
    .option('--apply', what, false)
    .option('--why <reason>', 'with --apply: why this is done; written down')
    .addOption(byOption());

/** Who decided, and why, where `--apply` is given; null without it. @throws CliError where it says too little */
export function appliedDecision({ apply, by = '', why = '' }: ApplyFlags): OperatorDecision | null {
  if (!apply) return null;
  if (why.trim() === '') throw usageError('Why is this done?', "Give --why 'the reason'; it is written down.");
  if (by === '') throw usageError('Who does this?', 'Give --by with a name: the account that runs this has none.');
  return { by, why };
}

/** Who decided, and why, as the operations of the shop take it. */
export const decisionOf = ({ by, why }: DecisionFlags): OperatorDecision => ({ by, why });

/**
 * What Ctrl-C does. A command that has asked for its signal ends at its next safe place, and a second Ctrl-C ends it there
 * and then; one that has not, and so leaves nothing half done, ends at once.
 */
class Stop {
  private readonly controller = new AbortController();
  private isHeeded = false;
  /** Whether people are told that they have to wait. */
  private isAnnounced = true;

  constructor(private readonly output: Output) {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => this.stop());
  }

  /** Anyone who asks for it heeds it. */
  get signal(): AbortSignal {
    this.isHeeded = true;
    return this.controller.signal;
  }

  /** For a command that runs until then. */
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
 * Gives a command its work. The process ends when that has ended, also when the shop leaves timers or connections behind.
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

/** Runs the program: whatever is called wrongly ends with the exit code for that. */
export async function run(program: Command, argv: readonly string[]): Promise<void> {
  throughout(program);
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = isHelp(error) ? EXIT.done : EXIT.usage;
  }
}
