import { Injectable } from '@nestjs/common';
import { messageOf, storableText } from '../../support/index.js';
import { TerminalGroups } from './terminal-groups/terminal-groups.js';

/** Width of the column `last_error`. */
const MAX_LENGTH = 500;
/** Errors name their causes; nobody names more than a few. */
const MAX_CAUSES = 8;

/** Makes what a handler threw fit to be stored and logged: it may hold an API key (promise 6). */
@Injectable()
export class ErrorRedactor {
  constructor(private readonly groups: TerminalGroups) {}

  /** The text of a failure without any key, at most 500 characters; surprises are not always Errors. */
  of(error: unknown): string {
    const text = error instanceof Error ? `${messageOf(error.name)}: ${messageOf(error)}` : messageOf(error);
    // First without keys, then short: half a key would not be recognised any more.
    return storableText(this.redactor()(text), MAX_LENGTH);
  }

  /** Takes keys out of an Error's own texts and those of its causes, before a filter or a logger of the host sees them. */
  clean<T>(error: T): T {
    const redact = this.redactor();
    let each: unknown = error;
    for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth += 1) {
      cleanOne(each, redact);
      each = each.cause;
    }
    return error;
  }

  /** Made anew each time: which keys there are may change, and failures are few. */
  private redactor(): (text: string) => string {
    return this.groups.redactor();
  }
}

function cleanOne(error: Error, redact: (text: string) => string): void {
  for (const name of ['message', 'stack'] as const) {
    const text = error[name];
    if (typeof text !== 'string') continue;
    // A frozen error stays as it is; what is stored of it is clean in any case.
    Reflect.defineProperty(error, name, { value: redact(text), configurable: true, writable: true });
  }
}
