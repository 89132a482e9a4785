import { expect, it } from '@jest/globals';
import { formatServiceTime } from '../../../protocol/index.js';
import type { CreateState } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { isEarlierOrder } from './earlier-order.js';

const NOON = Date.UTC(2026, 2, 29, 11);
const [SECOND, HOUR] = [1_000, 3_600_000];
const ZONE = 'Europe/Amsterdam';

const isEarlier = (created: string | null, createState: CreateState = 'creating', timeZone = ZONE): boolean =>
  isEarlierOrder({ created }, { attempt: { createState, createdAt: NOON, number: 2 } }, timeZone);
const before = (ms: number, zone = ZONE): string => formatServiceTime(NOON - ms, zone);

it.each<[title: string, created: string | null, expected: boolean]>([
  ['months before the attempt', before(90 * 24 * HOUR), true],
  ['a day and a second before it, with a change of the clocks between', before(24 * HOUR + SECOND), true],
  ['a day before it', before(24 * HOUR), false],
  ['as it was sent', before(0), false],
  ['by a clock that is ten hours behind', before(10 * HOUR), false],
  ['later, as a session that is opened anew', before(-60 * 24 * HOUR), false],
  [
    'written in another zone than is configured, by a clock that is behind',
    before(10 * HOUR, 'Pacific/Honolulu'),
    false,
  ],
  ['at no time that can be read', '2026-03-29', false],
  ['at no time', null, false],
])('an order made %s', (...[, created, expected]) => {
  expect(isEarlier(created)).toBe(expected);
  expect(isEarlier(created, 'failed')).toBe(expected);
});

it('an attempt that the service has acknowledged is itself, for any age of the order', () => {
  expect(isEarlier(before(90 * 24 * HOUR), 'created')).toBe(false);
});

it('what has counted as a payment of the attempt still does: release 0.1 has adopted such orders', () => {
  const attempt = { createState: 'creating', createdAt: NOON, number: 2 } as const;
  const known = (number: number) => [{ attempt: number }] as NonNullable<PaymentOrderEntity['transactions']>;
  const earlier = [1, 2].map((number) =>
    isEarlierOrder({ created: before(90 * 24 * HOUR) }, { attempt, row: { transactions: known(number) } }, ZONE),
  );
  expect(earlier).toEqual([true, false]);
});

it("the service's time is read in its own zone", () => {
  const created = before(24 * HOUR - HOUR);
  expect([ZONE, 'Asia/Tokyo'].map((zone) => isEarlier(created, 'creating', zone))).toEqual([false, true]);
});
