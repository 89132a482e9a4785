import type { Command } from 'commander';

/** An option, for completion in a shell. */
export interface CompletedOption {
  readonly flags: readonly string[];
  readonly description: string;
  readonly takesValue: boolean;
  /** The allowed values; empty for any. */
  readonly choices: readonly string[];
}

/** A command, for completion in a shell: the program itself or a subcommand. */
export interface CompletedCommand {
  /** The words of the call: `groups rename`; empty for the program. */
  readonly path: string;
  readonly below: readonly { readonly name: string; readonly description: string }[];
  readonly options: readonly CompletedOption[];
}

const HELP: CompletedOption = {
  flags: ['-h', '--help'],
  description: 'display help for command',
  takesValue: false,
  choices: [],
};

function optionsOf({ options }: Command): CompletedOption[] {
  const own = options.map(({ short, long, description, required, optional, argChoices }) => ({
    flags: [short, long].filter((flag): flag is string => typeof flag === 'string'),
    description,
    takesValue: required || optional,
    choices: argChoices ?? [],
  }));
  return [...own, HELP];
}

function nodesOf(command: Command, path: string): CompletedCommand[] {
  const below = command.commands.map((each) => ({ name: each.name(), description: each.description() }));
  const deeper = command.commands.flatMap((each) => nodesOf(each, `${path} ${each.name()}`.trimStart()));
  return [{ path, below, options: optionsOf(command) }, ...deeper];
}

/**
 * The program and all its subcommands, read from commander.
 *
 * @example
 * commandTree(new Command('tillbridge').addCommand(new Command('doctor'))).map(({ path }) => path); // ['', 'doctor']
 */
export const commandTree = (program: Command): readonly CompletedCommand[] => nodesOf(program, '');
