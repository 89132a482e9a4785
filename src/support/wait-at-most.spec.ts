import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { waitAtMost } from './wait-at-most.js';

const never = new Promise<never>(() => {});

describe('work that is waited for', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gives the result or the error of the work', async () => {
    expect(await waitAtMost(Promise.resolve('done'), { ms: 60_000, late: () => 'late' })).toBe('done');
    await expect(waitAtMost(Promise.reject(new Error('gone')), { ms: 60_000, late: () => 'late' })).rejects.toThrow(
      'gone',
    );
  });

  it.each([Infinity, 2 ** 31, Number.MAX_VALUE])('may be waited for without an end: %d ms', async (ms) => {
    jest.useFakeTimers();
    let finish = (_word: string): void => {};
    const work = new Promise<string>((resolve) => {
      finish = resolve;
    });
    const waited = waitAtMost(work, { ms, late: () => 'late' });
    await jest.advanceTimersByTimeAsync(86_400_000);
    finish('done');
    expect(await waited).toBe('done');
  });

  it('waits no longer than the limit, and ignores a later error', async () => {
    expect(await waitAtMost(never, { ms: 1, late: () => null })).toBeNull();
    const late = () => {
      throw new Error('too late');
    };
    await expect(waitAtMost(never, { ms: 1, late })).rejects.toThrow('too late');
  });
});
