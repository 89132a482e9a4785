import { Injectable } from '@nestjs/common';
import { messageOf, storableText } from '../../support/index.js';
import { TerminalGroups } from './terminal-groups/terminal-groups.js';

/** Width of the column `last_error`. */
const MAX_LENGTH = 500;
/** How many causes of an error are cleaned; errors name fewer. */
const MAX_CAUSES = 8;

/** How the text of a failure begins that a handler caused. */
const THROWER = /^handler (.+?): /;

/**
 * The name of the handler in the text of a failure, as {@link ErrorRedactor.of} wrote it; null where no handler failed.
 *
 * @example
 * handlerIn('handler reserve-stock: Error: no such table'); // 'reserve-stock'
 */
export const handlerIn = (text: string): string | null => THROWER.exec(text)?.[1] ?? null;

/** Makes an error that a handler threw safe to store and log: the error may contain an API key (promise 6). */
@Injectable()
export class ErrorRedactor {
  /** The handler that threw each error: without its name, the warning of a notification with five handlers names none. */
  private readonly throwers = new WeakMap<object, string>();

  constructor(private readonly groups: TerminalGroups) {}

  /**
   * The text of a failure without any key, at most 500 characters, after the name of the handler that threw it. Not
   * everything that is thrown is an Error.
   */
  of(error: unknown): string {
    const text = error instanceof Error ? `${messageOf(error.name)}: ${messageOf(error)}` : messageOf(error);
    const thrower = this.handlerOf(error);
    const named = thrower === null ? text : `handler ${thrower}: ${text}`;
    // Keys are removed before the text is shortened: half a key would not be recognised any more.
    return storableText(this.groups.redactor()(named), MAX_LENGTH);
  }

  /** Notes which handler threw an error, for its text. The error itself stays as it is: a host's filters and retries read it. */
  thrownBy(handler: string, error: unknown): void {
    if (error instanceof Error) this.throwers.set(error, handler);
  }

  /** Removes keys from the texts of an Error and of its causes, before a filter or a logger of the host sees them. */
  clean<T>(error: T): T {
    const redact = this.groups.redactor();
    let each: unknown = error;
    for (let depth = 0; depth < MAX_CAUSES && each instanceof Error; depth += 1) {
      cleanOne(each, redact);
      each = each.cause;
    }
    return error;
  }

  /**
   * The handler inside a transaction that threw the error, or the one that it wraps: a transaction that is not repeated any more
   * throws its last failure as a cause. Null where no handler did.
   */
  handlerOf(error: unknown): string | null {
    if (!(error instanceof Error)) return null;
    const { cause } = error;
    return this.throwers.get(error) ?? (cause instanceof Error ? this.throwers.get(cause) : undefined) ?? null;
  }
}

function cleanOne(error: Error, redact: (text: string) => string): void {
  for (const name of ['message', 'stack'] as const) {
    const text = error[name];
    if (typeof text !== 'string') continue;
    // A frozen error stays as it is. Its stored text is clean in any case.
    Reflect.defineProperty(error, name, { value: redact(text), configurable: true, writable: true });
  }
}
