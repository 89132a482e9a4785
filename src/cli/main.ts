#!/usr/bin/env node
import 'reflect-metadata';
import { Command } from 'commander';
import { COMMANDS } from './commands.js';
import { run } from './frame.js';
import { versionOf } from './version.js';

const VERSION_FLAG = '--version';

const HELP = `
Exit codes: 0 done; 1 done, and the answer is no; 2 called wrongly; 3 could not be done; 4 stopped early.
Commands for a shop look for tillbridge.config.mjs in this folder and above it, up to the nearest package.json.`;

/** The command that is called, alone where it is known: loading a shop's framework takes longer than verifying. */
async function main([, file = '', name = '']: readonly string[]): Promise<void> {
  const program = new Command('tillbridge')
    .description('Tools for shops that take payments with tillbridge.')
    .version(versionOf(file), VERSION_FLAG, 'print the version of this package')
    .addHelpText('after', HELP);
  const called = COMMANDS.filter((command) => command.name === name);
  const needed = called.length > 0 || name === VERSION_FLAG ? called : COMMANDS;
  for (const { load } of needed) program.addCommand(await load());
  await run(program, process.argv);
}

void main(process.argv);
