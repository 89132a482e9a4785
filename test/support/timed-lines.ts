import { jest } from '@jest/globals';
import * as timers from 'node:timers/promises';

/** Events as lines with the time of the fake clock, in ms. */
export class TimedLines {
  readonly #lines: string[] = [];

  /** Restarts, with a fake clock at 0. */
  begin(): void {
    jest.useFakeTimers({ now: 0 });
    this.#lines.length = 0;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  readonly note = (text: string): void => void this.#lines.push(`${String(performance.now()).padStart(6)} ${text}`);

  /** Adds a line with the result of some work, once it has one. */
  readonly watch = (title: string, work: Promise<unknown>): void => {
    void work.then(
      (result) => this.note(`${title} = ${JSON.stringify(result) ?? 'done'}`),
      (error: Error) => this.note(`${title} fails: ${error.message}`),
    );
  };

  /** Lets `ms` milliseconds of the fake clock pass. */
  readonly after = async (ms: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(ms);
  };

  /** Replaces `node:timers/promises`, which uses the real clock: waits use the fake one, and are recorded. */
  readonly timers = (): object => ({
    ...timers,
    setTimeout: (ms: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve, reject) => {
        this.note(`pauses ${ms} ms`);
        const timer = setTimeout(() => {
          signal.removeEventListener('abort', end);
          resolve();
        }, ms);
        const end = (): void => {
          clearTimeout(timer);
          reject(new Error('aborted'));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      }),
  });
}
