#!/usr/bin/env node
import 'reflect-metadata';
import { Command } from 'commander';
import { COMMANDS } from './commands.js';
import { run } from './frame.js';

const HELP = `
Exit codes: 0 done; 1 done, and the answer is no; 2 called wrongly; 3 could not be done; 4 stopped early.
Commands for a shop look for tillbridge.config.mjs in this folder or above it.`;

/** The command that is called, alone where it is known: loading a shop's framework takes longer than verifying. */
async function main([, , name = '']: readonly string[]): Promise<void> {
  const program = new Command('tillbridge')
    .description('Tools for shops that take payments with tillbridge.')
    .addHelpText('after', HELP);
  const called = COMMANDS.find((command) => command.name === name);
  for (const { load } of called ? [called] : COMMANDS) program.addCommand(await load());
  await run(program, process.argv);
}

void main(process.argv);
