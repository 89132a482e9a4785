import { expect, it } from '@jest/globals';
import { isDiskFull } from './disk-full.js';
import { EngineError } from './engine-error.js';

const givenUp = (reason: 'disk-full' | 'deadlock') =>
  new EngineError({ code: 'TRANSACTION_RETRIES_EXHAUSTED', message: 'given up', advice: 'wait', reason });

it('knows a full disk of any engine, and a transaction that was given up for it', () => {
  const full = [{ errno: 1114 }, { code: '53100' }, { driverError: { code: 'SQLITE_FULL' } }, givenUp('disk-full')];
  expect(full.map(isDiskFull)).toEqual([true, true, true, true]);
  expect([{ errno: 1213 }, null, givenUp('deadlock')].map(isDiskFull)).toEqual([false, false, false]);
});
