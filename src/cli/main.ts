#!/usr/bin/env node
import { Command } from 'commander';
import { sandboxCommand } from './commands/sandbox.command.js';

const program = new Command('tillbridge')
  .description('Tools for shops that take payments with tillbridge.')
  .addCommand(sandboxCommand())
  .showHelpAfterError();

void program.parseAsync(process.argv);
