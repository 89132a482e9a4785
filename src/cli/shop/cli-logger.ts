import { ConsoleLogger, type LogLevel } from '@nestjs/common';

const QUIET: LogLevel[] = ['fatal'];
const VERBOSE: LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug', 'verbose'];

/** The log of the shop while a command runs: on standard error, and by default only errors that end it. */
export class CliLogger extends ConsoleLogger {
  constructor(isVerbose: boolean) {
    super({ logLevels: isVerbose ? VERBOSE : QUIET, colors: false });
  }

  protected override printMessages(messages: unknown[], context = '', level: LogLevel = 'log'): void {
    for (const message of messages) process.stderr.write(`[${level}] ${context}: ${String(message)}\n`);
  }
}
