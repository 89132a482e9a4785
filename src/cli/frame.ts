import { Command, CommanderError, Option } from 'commander';
import { userInfo } from 'node:os';
import type { OperatorDecision } from '../shop/index.js';
import { EXIT, type ExitCode } from './exit-codes.js';
import { exitCodeOf, Output, type OutputFlags, type Report } from './output/index.js';
import type { ShopFlags } from './shop/open-shop.js';

/** What the work of a command gets besides its arguments. */
export interface CommandContext<Flags> {
  readonly flags: Flags & OutputFlags & ShopFlags;
  readonly output: Output;
  /** Aborted by the first Ctrl-C: end at the next safe place, and report with exit code `stopped`. */
  readonly signal: AbortSignal;
}

/** The work of a command: its arguments as commander gives them (strings, or undefined), and the context. */
export type Work<Flags> = (context: CommandContext<Flags>, ...args: string[]) => Promise<Report>;

const OUTPUT_OPTIONS = [
  new Option('--json', 'print one JSON document'),
  new Option('-q, --quiet', 'print nothing but errors; the exit code tells'),
  new Option('--verbose', 'show what lies beneath, on standard error'),
];
const CONFIG_OPTION = new Option('-c, --config <file>', 'tillbridge.config.mjs, when it stands elsewhere');

/** A command that needs no shop; give it its options, then {@link does}. */
export function command(name: string, description: string): Command {
  const made = new Command(name).description(description);
  for (const option of OUTPUT_OPTIONS) made.addOption(option);
  return made;
}

/** A command that opens the shop in this folder. */
export const shopCommand = (name: string, description: string): Command =>
  command(name, description).addOption(CONFIG_OPTION);

/** Flags of every command that changes something; see {@link decisionOf}. */
export interface DecisionFlags {
  readonly by: string;
  readonly why: string;
}

/** Adds `--by` and `--why`: both are written down with what is done, and shown in the order's timeline. */
export const withDecision = (to: Command): Command =>
  to
    .requiredOption('--why <reason>', 'why this is done; written down')
    .option('--by <name>', 'who does it; written down', userInfo().username);

/** Who decided, and why, as the operations of the shop take it. */
export const decisionOf = ({ by, why }: DecisionFlags): OperatorDecision => ({ by, why });

/** The first signal asks for an end; the second one gets it. */
function stopper(output: Output): AbortController {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.stopped);
    controller.abort();
    output.note('Stopping at the next safe place; once more ends it at once.');
  };
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, stop);
  return controller;
}

async function perform<Flags>(context: CommandContext<Flags>, work: Work<Flags>, args: string[]): Promise<ExitCode> {
  try {
    const report = await work(context, ...args);
    await context.output.report(report);
    return report.exit;
  } catch (error) {
    await context.output.fail(error);
    return context.signal.aborted ? EXIT.stopped : exitCodeOf(error);
  }
}

/**
 * Gives a command its work. The process ends when that has ended, also when the shop leaves timers or connections behind.
 *
 * @example
 * ```ts
 * does(shopCommand('sync <order>', 'Read an order now.'), async ({ flags, output }, order) =>
 *   withShop(flags, output, async ({ payments }) => report(await payments.orders.sync(order, decisionOf(flags)))),
 * );
 * ```
 */
export function does<Flags extends object>(to: Command, work: Work<Flags>): Command {
  return to.action(async (...given: unknown[]) => {
    const args = given.slice(0, -2).map((arg) => arg as string);
    const flags = to.opts<Flags & OutputFlags & ShopFlags>();
    const output = new Output(flags);
    const { signal } = stopper(output);
    process.exit(await perform({ flags, output, signal }, work, args));
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
