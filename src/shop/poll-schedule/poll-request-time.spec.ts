import { describe, expect, it } from '@jest/globals';
import { requestedAt } from './poll-request-time.js';
import type { PollEntity } from './poll.entity.js';

const poll = (change: Partial<PollEntity> = {}): PollEntity =>
  ({ polledAt: 0, askedAt: 0, leaseToken: null, ...change }) as PollEntity;

describe('the time under which a request for a poll is stored', () => {
  it.each<[string, Partial<PollEntity>, number]>([
    ['now', {}, 1_000],
    ['after a poll by a clock that is ahead', { polledAt: 1_000 }, 1_001],
    ['beside a sooner wish', { askedAt: 1_500 }, 1_500],
    ['after the wish that is being met just now', { askedAt: 1_500, leaseToken: 'mine' }, 1_501],
    ['now, when all of that is over', { polledAt: 998, askedAt: 998, leaseToken: 'mine' }, 1_000],
  ])('is %s', (_, change, expected) => {
    expect(requestedAt(poll(change), 1_000)).toBe(expected);
  });
});
