import { expect, it } from '@jest/globals';
import { PollEntity } from '../poll-schedule/index.js';
import { askedAgainAt } from './poll-doubt.js';

const NOW = 100_000;
const pollAfter = (attempts: number): PollEntity => Object.assign(new PollEntity(), { attempts });

it.each([
  [0, undefined, { dueAt: NOW + 1_000, attempts: 0 }],
  [5, undefined, { dueAt: NOW + 1_000, attempts: 5 }],
  [6, undefined, null],
  // The read that begins at that time decides, after any number of earlier reads.
  [6, NOW - 1, { dueAt: NOW, attempts: 0 }],
  [6, NOW + 1, { dueAt: NOW + 1, attempts: 0 }],
] as const)(
  'an answer that proved nothing, after %d tries and not before %s, is followed by %j',
  (attempts, at, expected) => {
    const about = at === undefined ? {} : { notBefore: at };
    expect(askedAgainAt(about, pollAfter(attempts), NOW)).toEqual(expected);
  },
);
