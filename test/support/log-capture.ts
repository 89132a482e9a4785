import type { LoggerService } from '@nestjs/common';
import { inspect } from 'node:util';
import { CANARY_MARKER } from './canary.js';

/** Records every log line of a Nest application, at every level, for a test. */
export class LogCapture implements LoggerService {
  readonly lines: string[] = [];

  log = (...parts: unknown[]): void => this.keep('log', parts);
  error = (...parts: unknown[]): void => this.keep('error', parts);
  warn = (...parts: unknown[]): void => this.keep('warn', parts);
  debug = (...parts: unknown[]): void => this.keep('debug', parts);
  verbose = (...parts: unknown[]): void => this.keep('verbose', parts);
  fatal = (...parts: unknown[]): void => this.keep('fatal', parts);

  /** The lines that contain a text. */
  matching(text: string): string[] {
    return this.lines.filter((line) => line.includes(text));
  }

  /** @throws Error if a line contains the canary key */
  assertNoSecret(): void {
    const leak = this.lines.find((line) => line.includes(CANARY_MARKER));
    if (leak) throw new Error(`The canary key stands in a log line: ${leak.replaceAll(CANARY_MARKER, '<canary>')}`);
  }

  private keep(level: string, parts: readonly unknown[]): void {
    this.lines.push(
      `${level} ${parts.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 6 }))).join(' ')}`,
    );
  }
}
