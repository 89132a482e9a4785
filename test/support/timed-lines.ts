import { jest } from '@jest/globals';
import * as timers from 'node:timers/promises';

/** What happens, in lines with the time of the fake clock, in ms. */
export class TimedLines {
  readonly #lines: string[] = [];

  /** Begins anew, on a fake clock that stands at 0. */
  begin(): void {
    jest.useFakeTimers({ now: 0 });
    this.#lines.length = 0;
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  readonly note = (text: string): void => void this.#lines.push(`${String(performance.now()).padStart(6)} ${text}`);

  /** What comes of some work, once it does. */
  readonly watch = (title: string, work: Promise<unknown>): void => {
    void work.then(
      (result) => this.note(`${title} = ${JSON.stringify(result) ?? 'done'}`),
      (error: Error) => this.note(`${title} fails: ${error.message}`),
    );
  };

  /** Lets so many milliseconds of the fake clock go by. */
  readonly after = async (ms: number): Promise<void> => {
    await jest.advanceTimersByTimeAsync(ms);
  };

  /** In place of `node:timers/promises`, which goes by the real clock: waits of the fake one, which are noted. */
  readonly timers = (): object => ({
    ...timers,
    setTimeout: (ms: number, _value: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<void>((resolve, reject) => {
        this.note(`pauses ${ms} ms`);
        const timer = setTimeout(resolve, ms);
        const end = (): void => {
          clearTimeout(timer);
          reject(new Error('aborted'));
        };
        if (signal.aborted) end();
        else signal.addEventListener('abort', end, { once: true });
      }),
  });
}
