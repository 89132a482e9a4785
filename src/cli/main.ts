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
import { explainCommand } from './commands/explain.command.js';
import { pollCommand } from './commands/poll.command.js';
import { reconcileCommand } from './commands/reconcile.command.js';
import { refundBatchCommand } from './commands/refund-batch.command.js';
import { refundCommand } from './commands/refund.command.js';
import { replayCommand } from './commands/replay.command.js';
import { syncCommand } from './commands/sync.command.js';
import { run } from './frame.js';

const HELP = `
Exit codes: 0 done; 1 done, and the answer is no; 2 called wrongly; 3 could not be done; 4 stopped early.
Commands for a shop look for tillbridge.config.mjs in this folder or above it.`;

const program = new Command('tillbridge')
  .description('Tools for shops that take payments with tillbridge.')
  .addCommand(doctorCommand())
  .addCommand(migrateCommand())
  .addCommand(explainCommand())
  .addCommand(syncCommand())
  .addCommand(replayCommand())
  .addCommand(pollCommand())
  .addCommand(reconcileCommand())
  .addCommand(refundCommand())
  .addCommand(refundBatchCommand())
  .addCommand(verifyCommand())
  .addCommand(signCommand())
  .addCommand(sendCommand())
  .addCommand(conformanceCommand())
  .addCommand(sandboxCommand())
  .addHelpText('after', HELP);

void run(program, process.argv);
