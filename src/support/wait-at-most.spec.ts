import { describe, expect, it } from '@jest/globals';
import { waitAtMost } from './wait-at-most.js';

const never = new Promise<never>(() => {});

describe('work that is waited for', () => {
  it('answers with what comes out of it, or fails as it does', async () => {
    expect(await waitAtMost(Promise.resolve('done'), { ms: 60_000, late: () => 'late' })).toBe('done');
    await expect(waitAtMost(Promise.reject(new Error('gone')), { ms: 60_000, late: () => 'late' })).rejects.toThrow(
      'gone',
    );
  });

  it('is not waited for any longer than was said; what comes of that may be an error', async () => {
    expect(await waitAtMost(never, { ms: 1, late: () => null })).toBeNull();
    const late = () => {
      throw new Error('too late');
    };
    await expect(waitAtMost(never, { ms: 1, late })).rejects.toThrow('too late');
  });
});
