import type { Logger } from '@nestjs/common';
import { messageOf, RepeatLimit } from '../../support/index.js';
import { messages } from './messages.js';

/** What is needed of Nest's logger. */
type Lines = Pick<Logger, 'error' | 'warn'>;

/**
 * Logs a cause once, and then at growing gaps with how often it occurred meanwhile. For work that repeats by itself: a loop
 * that fails repeatedly, or a thousand rows that fail for one reason, must not bury everything else in the log.
 */
export class ThrottledLogger {
  /** @param limit - shared by loggers that meet the same causes */
  constructor(
    private readonly lines: Lines,
    private readonly limit = new RepeatLimit(),
  ) {}

  /** @param cause - what makes two lines the same; default: the text */
  error(text: string, cause = text): void {
    this.write('error', text, cause);
  }

  /** @param cause - what makes two lines the same; default: the text */
  warn(text: string, cause = text): void {
    this.write('warn', text, cause);
  }

  private write(level: keyof Lines, text: string, cause: string): void {
    const heldBack = this.limit.admit(cause, performance.now());
    if (heldBack === null) return;
    try {
      this.lines[level](heldBack > 0 ? text + messages.repeated(heldBack) : text);
    } catch (error) {
      // A host's logger throws when its transport has ended. The loop that wanted to log would end as well.
      process.emitWarning(`${text} (the logger failed: ${messageOf(error)})`, 'TillbridgeWarning');
    }
  }
}
