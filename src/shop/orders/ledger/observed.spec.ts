import { describe, expect, it } from '@jest/globals';
import { after, observedOrder } from '../../../../test/support/observations.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import type { ObserveOutcome } from './ledger.types.js';
import { observedOf, readAgainAt } from './observed.js';

const MINUTE = 60_000;
const ATTEMPT = { number: 1 } as AttemptEntity;
const [SEEN] = after({ status: 'completed' }).transactions;
/** A paid order with an unpaid status since 5. */
const DOUBTFUL = { paidAt: 1, status: 'declined', transactions: [{ ...SEEN!, paid: true, recordedAt: 5 }] };
const PAID = { ...DOUBTFUL, status: 'completed' };
const ask = (notBefore?: number): ObserveOutcome =>
  ({ kind: 'ask', reason: 'read-too-soon', ...(notBefore === undefined ? {} : { notBefore }) }) as ObserveOutcome;
const outcome = (kind: ObserveOutcome['kind']): ObserveOutcome => ({ kind, reason: '' }) as ObserveOutcome;

const again = (seen: ObserveOutcome, source: ObservationSource, row: object = PAID): number | null =>
  readAgainAt(seen, { source, row: row as PaymentOrderEntity, attempt: ATTEMPT });

describe('when an attempt is read again that no notification will report', () => {
  it.each<[ObservationSource, number | null]>([
    ['notification', null],
    ['confirmation', null],
    ['poll', null],
    ['create', 9],
    ['return', 9],
    ['sync', 9],
    ['refund-read', 9],
  ])('contradicted by an answer of %s: %s', (source, at) => {
    expect(again(ask(9), source)).toBe(at);
    expect(again(ask(), source)).toBeNull();
    expect(again(ask(), source, DOUBTFUL)).toBeNull();
  });

  it('paid, with an unpaid status: after a minute, unless a poll reads again or nothing has changed', () => {
    const kinds = ['transition', 'update', 'duplicate', 'stale', 'ignored', 'unknown-order'] as const;
    const at = 5 + MINUTE;
    expect(kinds.map((kind) => again(outcome(kind), 'sync', DOUBTFUL))).toEqual([at, at, null, null, null, null]);
    expect(kinds.map((kind) => again(outcome(kind), 'poll', DOUBTFUL))).toEqual(kinds.map(() => null));
    expect(again(outcome('transition'), 'notification', DOUBTFUL)).toBe(at);
    expect(again(outcome('transition'), 'notification')).toBeNull();
  });
});

it.each<[ObservationSource, boolean]>([
  ['notification', false],
  ['confirmation', true],
  ['create', true],
  ['return', true],
  ['poll', true],
  ['sync', true],
  ['refund-read', true],
])('whether an answer of the service itself: %s, %s', (source, authoritative) => {
  const { order } = observedOrder({ fields: { modified: '2026-07-01T12:00:00' } });
  const observation = { group: 'web', serviceOrderId: 'A-1', source, order };
  const seen = observedOf(observation, ATTEMPT, { timeZone: 'UTC', now: 7 });
  const modifiedAt = Date.UTC(2026, 6, 1, 12);
  expect(seen).toEqual({ order, attempt: ATTEMPT, authoritative, modifiedAt, readAt: null, seenAt: 7 });
  expect(observedOf({ ...observation, readAt: 6 }, ATTEMPT, { timeZone: 'Europe/Amsterdam', now: 7 })).toMatchObject({
    readAt: 6,
    modifiedAt: Date.UTC(2026, 6, 1, 10),
  });
});
