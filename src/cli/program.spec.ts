import { Help } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { COMMANDS } from './commands.js';
import { programWith } from './program.js';

describe('the list of commands', () => {
  it('shows for each how it is called, as the command itself does', async () => {
    const { commands } = await programWith(() => true, '0.0.0');
    const help = new Help();
    expect(COMMANDS.map(({ name, usage }) => `${name} ${usage}`.trimEnd())).toEqual(
      commands.map((each) => help.subcommandTerm(each)),
    );
  });

  it('is the same whether commands are loaded or not', async () => {
    const [none, all] = await Promise.all([programWith(() => false, '0.0.0'), programWith(() => true, '0.0.0')]);
    expect(none.helpInformation()).toBe(all.helpInformation());
    expect(none.helpInformation()).toContain('help [command]');
  });
});
