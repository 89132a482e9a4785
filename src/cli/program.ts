import { Command, Help } from 'commander';
import { COMMANDS, type NamedCommand } from './commands.js';

const HELP = `
Exit codes: 0 done; 1 done, and the answer is no; 2 called wrongly; 3 could not be done; 4 stopped early.
Commands for a shop look for tillbridge.config.mjs in this folder and above it, up to the nearest package.json.`;

const help = new Help();

/** A row of the list of commands, taken from the table, so that no command has to be loaded for it. */
function termOf(listed: Command): string {
  const known = COMMANDS.find(({ name }) => name === listed.name());
  return known === undefined ? help.subcommandTerm(listed) : `${known.name} ${known.usage}`.trimEnd();
}

const listed = ({ name, summary }: NamedCommand): Command => new Command(name).description(summary);

const loaded = async ({ load, summary }: NamedCommand): Promise<Command> => (await load()).description(summary);

/**
 * The program. It loads only the needed commands; the others are listed by name.
 *
 * @param isNeeded - whether a command may be called
 * @example
 * ```ts
 * const program = await programWith(({ name }) => name === 'verify', '0.2.0');
 * program.helpInformation();
 * ```
 */
export async function programWith(isNeeded: (command: NamedCommand) => boolean, version: string): Promise<Command> {
  const program = new Command('tillbridge')
    .description('Tools for shops that take payments with tillbridge.')
    .version(version, '--version', 'print the version of this package')
    .configureHelp({ subcommandTerm: termOf })
    .addHelpText('after', HELP);
  for (const each of COMMANDS) program.addCommand(isNeeded(each) ? await loaded(each) : listed(each));
  return program;
}
