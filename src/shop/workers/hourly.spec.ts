import { expect, it } from '@jest/globals';
import { ManualClock } from '../../support/index.js';
import { Hourly } from './hourly.js';

it('hourly work is due a minute after the start, and then once an hour', () => {
  const clock = new ManualClock();
  const hourly = new Hourly(clock);
  const after = (ms: number): boolean => {
    clock.advance(ms);
    return hourly.begin();
  };
  expect([after(0), after(59_999), after(1), after(0), after(3_599_999), after(1), after(7_200_000)]).toEqual([
    false,
    false,
    true,
    false,
    false,
    true,
    true,
  ]);
});
