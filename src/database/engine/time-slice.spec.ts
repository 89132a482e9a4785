import { afterEach, expect, it, jest } from '@jest/globals';
import { TimeSlice } from './time-slice.js';

afterEach(() => void jest.restoreAllMocks());

it('statements give the event loop back as soon as they have used their time of a turn, and not before', async () => {
  let nowMs = 100;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const slice = new TimeSlice(20);
  /** Whether other work ran in the meantime. */
  const share = async (atMs: number): Promise<boolean> => {
    nowMs = atMs;
    let areServed = false;
    const others = setImmediate(() => (areServed = true));
    await slice.share();
    clearImmediate(others);
    return areServed;
  };
  expect([await share(100), await share(119), await share(120)]).toEqual([false, false, true]);
  expect([await share(139), await share(140), await share(141)]).toEqual([false, true, false]);
  await new Promise(setImmediate);
  expect([await share(500), await share(519), await share(520)]).toEqual([false, false, true]);
});
