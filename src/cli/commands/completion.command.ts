import { Argument, type Command } from 'commander';
import { commandTree } from '../completion/command-tree.js';
import { completionScript, SHELLS, type CompletionShell } from '../completion/completion-scripts.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';

const HELP = `
Examples:
  tillbridge completion bash > ~/.local/share/bash-completion/completions/tillbridge
  tillbridge completion zsh > "\${fpath[1]}/_tillbridge"
  tillbridge completion fish > ~/.config/fish/completions/tillbridge.fish`;

/**
 * `tillbridge completion SHELL`: the script with which a shell completes commands and options.
 *
 * @param loadProgram - the program with every command in it
 */
export function completionCommand(loadProgram: () => Promise<Command>): Command {
  const print: Work<object, [CompletionShell]> = async (_context, shell) => {
    const script = completionScript(shell, commandTree(await loadProgram()));
    return { exit: EXIT.done, json: { shell, script }, text: () => script };
  };
  const made = command('completion').addArgument(new Argument('<shell>', 'the shell').choices(SHELLS));
  return does<object, [CompletionShell]>(made.addHelpText('after', HELP), print);
}
