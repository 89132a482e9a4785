#!/usr/bin/env node
import 'reflect-metadata';
import { Command } from 'commander';
import { conformanceCommand } from './commands/conformance.command.js';
import { doctorCommand } from './commands/doctor.command.js';
import { migrateCommand } from './commands/migrate.command.js';
import { sandboxCommand } from './commands/sandbox.command.js';
import { sendCommand } from './commands/send.command.js';
import { signCommand } from './commands/sign.command.js';
import { verifyCommand } from './commands/verify.command.js';
import { run } from './frame.js';

const HELP = `
Exit codes: 0 done; 1 done, and the answer is no; 2 called wrongly; 3 could not be done; 4 stopped early.
Commands for a shop look for tillbridge.config.mjs in this folder or above it.`;

const program = new Command('tillbridge')
  .description('Tools for shops that take payments with tillbridge.')
  .addCommand(doctorCommand())
  .addCommand(migrateCommand())
  .addCommand(verifyCommand())
  .addCommand(signCommand())
  .addCommand(sendCommand())
  .addCommand(conformanceCommand())
  .addCommand(sandboxCommand())
  .addHelpText('after', HELP);

void run(program, process.argv);
