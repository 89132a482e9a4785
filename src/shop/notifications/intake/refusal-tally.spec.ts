import { describe, expect, it } from '@jest/globals';
import { RefusalTally } from './refusal-tally.js';

const refused = (reason: string, group = 'web') => ({ refusal: 'refused' as const, reason, group });

describe('what was refused', () => {
  it('is counted by its reason, the last one first', () => {
    const tally = new RefusalTally();
    tally.count(refused('mismatch'), 1_000);
    tally.count(refused('stale'), 2_000);
    tally.count(refused('mismatch', '<script>'), 3_000);
    expect(tally.counts).toEqual({
      counts: [
        { refusal: 'refused', reason: 'mismatch', times: 2, firstAt: 1_000, lastAt: 3_000, lastGroup: '<script>' },
        { refusal: 'refused', reason: 'stale', times: 1, firstAt: 2_000, lastAt: 2_000, lastGroup: 'web' },
      ],
      others: 0,
    });
  });

  it('takes no more memory however many reasons there are', () => {
    const tally = new RefusalTally();
    for (let reason = 0; reason < 1_000; reason += 1) tally.count(refused(String(reason)), reason);
    expect(tally.counts.counts).toHaveLength(50);
    expect(tally.counts.others).toBe(950);
  });
});
