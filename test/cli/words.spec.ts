import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { programWith } from '../../src/cli/program.js';
import { forbiddenWords } from '../support/plain-words.js';

const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];

it('the help of every command uses the words of a support desk', async () => {
  const commands = all(await programWith(() => true, '0.0.0'));
  expect(commands.length).toBeGreaterThan(15);
  const faults = commands.flatMap((command) => {
    let text = '';
    command.configureOutput({ writeOut: (part) => (text += part) });
    command.outputHelp();
    // A spelling of the service, for the sandbox to use.
    return forbiddenWords(text.replaceAll('"canceled"', '')).map((fault) => `${command.name()}: ${fault}`);
  });
  expect(faults).toEqual([]);
});
