import { describe, expect, it } from '@jest/globals';
import {
  RULES,
  DAY,
  SENT,
  NOW,
  FOLLOW,
  full,
  open,
  answer,
  refusal,
  tell,
  alert,
  ended,
  sent,
  accepted,
  back,
  doubt,
  type Case,
  expectStep,
} from '../../../../test/support/refund-facts.js';
import { stepRefund } from './refund-protocol.js';
import type { RefundCommand, RefundTrigger } from './refund-protocol.types.js';

const untold = answer({ outcome: 'untold', serviceRefundId: '88' });

describe('what is known of a refund, to the last fact, after it was sent', () => {
  it.each<Case>([
    ...(['queued', 'unknown', 'rejected', 'cancelled'] as const).map((state): Case => {
      const changes = { ...doubt, reason: 'untold', serviceRefundId: '88' };
      return [`accepted, late and without a word: ${state}`, full(state), untold, changes, [alert('untold')]];
    }),
    ...(['accepted', 'settled', 'manual'] as const).map((state): Case => [
      `accepted, late and without a word, as is known: ${state}`,
      full(state),
      untold,
      null,
    ]),
    ['a slot', full('queued', { notBefore: NOW }), { type: 'slot' }, sent],
    ['a slot that is too early', full('queued', { notBefore: NOW + 1 }), { type: 'slot' }, null],
    ['held back', full('sending', open), { type: 'withheld' }, back],
    [
      'held back at the first time',
      full('sending', { ...open, attempts: 1 }),
      { type: 'withheld' },
      { ...back, attempts: 0, lastSentAt: null, arrivedBy: null },
    ],
    ['lost', full('sending', open), { type: 'lost' }, { ...doubt, reason: 'lost' }],

    [
      'accepted',
      full('sending', open),
      answer({ outcome: 'accepted', serviceRefundId: '88' }),
      { ...accepted, arrivedBy: NOW, serviceRefundId: '88' },
      tell('accepted'),
    ],
    [
      'accepted by a lane that was refused',
      full('sending', open),
      answer({ outcome: 'accepted', serviceRefundId: '88' }, 1),
      { ...accepted, arrivedBy: NOW, serviceRefundId: '88' },
      [...tell('accepted'), { type: 'clear-lane' }],
    ],
    [
      'accepted, with handlers that failed',
      full('sending', open),
      answer({ outcome: 'untold', serviceRefundId: '88' }, 1),
      { ...doubt, reason: 'untold', serviceRefundId: '88' },
      [alert('untold'), { type: 'clear-lane' }],
    ],
    [
      'the same, without an identifier',
      full('sending'),
      answer({ outcome: 'untold', serviceRefundId: null }, 0),
      { ...doubt, reason: 'untold' },
      [alert('untold')],
    ],
    [
      'rejected, at the first time',
      full('sending', { ...open, attempts: 1 }),
      answer({ outcome: 'rejected', code: 'X', retryable: false }, 1),
      { ...ended, state: 'rejected', reason: 'X', nextReadAt: null },
      tell('rejected'),
    ],
    [
      'rejected, later on',
      full('sending', { ...open, attempts: 2 }),
      answer({ outcome: 'rejected', code: 'X', retryable: false }),
      { ...ended, state: 'rejected', reason: 'X', nextReadAt: FOLLOW },
      tell('rejected'),
    ],
    [
      'unclear',
      full('sending', open),
      answer({ outcome: 'unknown', code: 'X', retryAfterMs: null }, 1),
      { ...doubt, reason: 'X' },
    ],
    [
      'unclear, and at once, please',
      full('sending', open),
      answer({ outcome: 'unknown', code: 'X', retryAfterMs: 0 }),
      { ...doubt, reason: 'X' },
    ],
    [
      'unclear, and later, please',
      full('sending', open),
      answer({ outcome: 'unknown', code: 'X', retryAfterMs: 1 }),
      { ...doubt, reason: 'X' },
      [{ type: 'pause-lane', forMs: 1, reason: 'X' }],
    ],
    [
      'unclear, and much later, please',
      full('sending', open),
      answer({ outcome: 'unknown', code: 'X', retryAfterMs: 9 * DAY }),
      { ...doubt, reason: 'X' },
      [{ type: 'pause-lane', forMs: RULES.lanePauseCapMs, reason: 'X' }],
    ],
    [
      'not sent',
      full('sending', open),
      answer({ outcome: 'not-sent', code: 'X' }),
      { ...back, failures: 3, reason: 'X', notBefore: NOW + 4 * RULES.notSentDelayMs },
      [{ type: 'pause-lane', forMs: RULES.notSentPauseMs, reason: 'X' }],
    ],
    ...[-1, 0, 1].map((more): Case => {
      const failures = RULES.alertAfterFailures - 1 + more;
      const notBefore = NOW + Math.min(RULES.notSentDelayCapMs, RULES.notSentDelayMs * 2 ** failures);
      const pause: RefundCommand = { type: 'pause-lane', forMs: RULES.notSentPauseMs, reason: 'X' };
      const changes = { ...back, failures: failures + 1, reason: 'X', notBefore };
      return [
        `not sent, ${failures} times before`,
        full('sending', { ...open, failures }),
        answer({ outcome: 'not-sent', code: 'X' }),
        changes,
        more === 0 ? [pause, alert('failing')] : [pause],
      ];
    }),
  ])('%s', (...each) => expectStep(...each));
});

describe('what is known of it after it was refused', () => {
  it.each<Case>([
    [
      'refused, by a lane of which nothing is said',
      full('sending', { ...open, refusals: 0 }),
      answer({ outcome: 'rejected', code: 'X', retryable: true }),
      { ...back, refusedAt: NOW, reason: 'X' },
      [{ type: 'pause-lane', forMs: RULES.lanePauseMs, reason: 'X', refusals: 1 }, alert('X')],
    ],
    [
      'refused for its own fault',
      full('sending', { ...open, refusals: 1 }),
      refusal(true, 5),
      { ...back, refusals: 2, refusedAt: null, notBefore: NOW + 2 * RULES.lanePauseMs, reason: 'X' },
    ],
    [
      'refused as before, where the account is in order',
      full('sending', { ...open, refusals: 1 }),
      refusal(),
      { ...back, refusals: 2, refusedAt: null, notBefore: NOW + 2 * RULES.lanePauseMs, reason: 'X' },
    ],
    [
      'refused, as the account is',
      full('sending', { ...open, refusals: 0 }),
      refusal(),
      { ...back, refusedAt: NOW, reason: 'X' },
      [{ type: 'pause-lane', forMs: RULES.lanePauseMs, reason: 'X', refusals: 1 }, alert('X')],
    ],
    [
      'refused, as the account was',
      full('sending', { ...open, refusals: 1 }),
      refusal(false, 1),
      { ...back, refusedAt: NOW, reason: 'X' },
      [{ type: 'pause-lane', forMs: 2 * RULES.lanePauseMs, reason: 'X', refusals: 2 }],
    ],
    [
      'refused too often',
      full('sending', { ...open, refusals: RULES.alertAfterFailures - 1 }),
      refusal(true),
      {
        ...back,
        state: 'manual',
        refusals: RULES.alertAfterFailures,
        refusedAt: null,
        notBefore: NOW + RULES.lanePauseCapMs,
        reason: 'refused',
        reads: 0,
        nextReadAt: FOLLOW,
      },
      tell('manual'),
    ],
    [
      'blamed',
      full('queued'),
      { type: 'blamed' },
      { refusals: 4, refusedAt: null, notBefore: NOW + 8 * RULES.lanePauseMs },
    ],
    ['blamed without a refusal', full('queued', { refusedAt: null }), { type: 'blamed' }, null],
    [
      'resumed',
      full('queued', { notBefore: NOW + DAY }),
      { type: 'resumed' },
      { refusals: 0, refusedAt: null, notBefore: SENT + RULES.quietMs },
    ],
    [
      'resumed, and free before',
      full('queued', { refusedAt: null, refusals: 1 }),
      { type: 'resumed' },
      { refusals: 0 },
    ],
    ['resumed without a refusal', full('queued', { refusedAt: null, refusals: 0 }), { type: 'resumed' }, null],
  ])('%s', (...each) => expectStep(...each));
});

describe('a refund whose order could not be read before it is sent', () => {
  const unread = (isOfAccount: boolean): RefundTrigger => ({ type: 'unread', code: 'C', isOfAccount });

  it.each([false, true])(
    'waits, and when it was last sent and looked for stays (account refused: %s)',
    (isOfAccount) => {
      const facts = full('queued', { notBefore: 0, refusals: 0, refusedAt: null });
      const { attempts, lastSentAt, arrivedBy, lastCleanReadAt, cleanReads } = facts;
      const kept = { state: 'queued', attempts, lastSentAt, arrivedBy, lastCleanReadAt, cleanReads, reason: 'C' };
      expect([lastSentAt, arrivedBy, lastCleanReadAt]).toEqual([
        expect.any(Number),
        expect.any(Number),
        expect.any(Number),
      ]);
      expect(stepRefund(facts, unread(isOfAccount), NOW, RULES)).toMatchObject({ facts: kept });
    },
  );

  it.each<[string, readonly RefundTrigger[]]>([
    ['could not be read', [unread(false)]],
    ['was held back', [{ type: 'slot' }, { type: 'withheld' }]],
    ['did not leave', [{ type: 'slot' }, answer({ outcome: 'not-sent', code: 'C' })]],
    ['met a wrong key', [{ type: 'slot' }, answer({ outcome: 'rejected', code: 'C', retryable: true })]],
  ])('is no matter for a person again who has decided about it, when it %s', (_what, events) => {
    const likely = { type: 'read', startedAt: NOW, evidence: { kind: 'conflict', why: 'ambiguous' } } as const;
    let facts = full('queued', { notBefore: 0, refusals: 0, refusedAt: null, reason: 'decided' });
    for (const event of events) {
      const step = stepRefund(facts, event, NOW, RULES);
      facts = 'facts' in step ? step.facts : facts;
    }
    expect(facts).toMatchObject({ state: 'queued' });
    expect(stepRefund(facts, likely, NOW, RULES)).toEqual({ ignored: expect.stringContaining('waits to be sent') });
  });
});
