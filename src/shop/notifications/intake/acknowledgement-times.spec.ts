import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { AcknowledgementTimes } from './acknowledgement-times.js';

describe('how long acknowledgements took lately', () => {
  afterEach(() => void jest.restoreAllMocks());

  /** Notes some times at one moment of the clock that decides when they are forgotten. */
  const noteAt = (times: AcknowledgementTimes, now: number, ...took: number[]): void => {
    jest.spyOn(performance, 'now').mockReturnValue(now);
    for (const each of took) times.note(each, 'web');
  };

  it('is nothing at first', () => {
    expect(new AcknowledgementTimes().summary()).toEqual({ count: 0, p50Ms: null, p99Ms: null, maxMs: null });
  });

  it('is the middle, the last of a hundred, and the longest', () => {
    const times = new AcknowledgementTimes();
    noteAt(times, 0, 7);
    expect(times.summary()).toEqual({ count: 1, p50Ms: 7, p99Ms: 7, maxMs: 7 });
    noteAt(times, 0, ...Array.from({ length: 199 }, (_, index) => (index < 100 ? 300 + index : index)));
    const { count, p50Ms, p99Ms, maxMs } = times.summary();
    expect([count, p50Ms, p99Ms, maxMs]).toEqual([200, 198, 397, 399]);
  });

  it('is that of the last hour, and of a thousand', () => {
    const times = new AcknowledgementTimes();
    noteAt(times, 0, 900);
    noteAt(times, 1, 5);
    noteAt(times, 3_600_001);
    expect(times.summary()).toMatchObject({ count: 1, maxMs: 5 });
    noteAt(times, 3_600_001, ...Array<number>(1_000).fill(3));
    expect(times.summary()).toEqual({ count: 1_000, p50Ms: 3, p99Ms: 3, maxMs: 3 });
  });
});
