import { describe, expect, it } from '@jest/globals';
import { HandedTimes } from './handed-times.js';

describe('HandedTimes', () => {
  it('tells for how long the oldest waits of those that were handed over again', () => {
    const times = new HandedTimes(150);
    times.note(['a', 'b'], 0);
    expect(times.waitingMs(50)).toBeNull();
    times.note(['b', 'c'], 60);
    times.note(['b'], 120);
    expect(times.waitingMs(130)).toBe(130);
  });

  it('forgets what was not handed over again: it has been begun', () => {
    const times = new HandedTimes(150);
    times.note(['a'], 0);
    times.note(['a'], 60);
    expect(times.waitingMs(210)).toBe(210);
    expect(times.waitingMs(211)).toBeNull();
    times.note(['a'], 300);
    expect(times.waitingMs(300)).toBeNull();
    times.note(['a'], 450);
    expect(times.waitingMs(450)).toBe(150);
  });
});
