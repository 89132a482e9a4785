import { describe, it } from '@jest/globals';
import {
  RULES,
  SENT,
  NOW,
  FOLLOW,
  full,
  open,
  read,
  reported,
  tell,
  alert,
  counts,
  landed,
  ended,
  sent,
  accepted,
  doubt,
  type Case,
  expectStep,
} from '../../../test/support/refund-facts.js';
import { NEW_REFUND } from './refund-protocol.types.js';

describe('what is known of a refund, to the last fact, when people or its order end it', () => {
  it.each<Case>([
    [
      'uncovered',
      full('queued'),
      { type: 'uncovered' },
      { ...ended, state: 'rejected', reason: 'REFUND_EXCEEDS_REMAINING', nextReadAt: FOLLOW },
      tell('rejected'),
    ],
    [
      'uncovered, and never sent',
      full('queued', { attempts: 0, arrivedBy: null }),
      { type: 'uncovered' },
      { ...ended, arrivedBy: null, state: 'rejected', reason: 'REFUND_EXCEEDS_REMAINING', nextReadAt: null },
      tell('rejected'),
    ],
    [
      'cancelled by a person',
      full('queued', { attempts: 1 }),
      { type: 'cancelled' },
      { ...ended, state: 'cancelled', reason: 'cancelled', nextReadAt: FOLLOW },
    ],
    [
      'cancelled by the service',
      full('accepted', { attempts: 1 }),
      { type: 'cancelled' },
      { ...ended, state: 'cancelled', reason: 'cancelled', nextReadAt: null },
    ],
    [
      'decided: paid',
      full('manual'),
      { type: 'decided', verdict: 'paid' },
      { ...counts, state: 'accepted', reason: 'decided', reads: 0, unknownSince: null, nextReadAt: FOLLOW },
      tell('accepted'),
    ],
    [
      'decided: paid, and under which identifier',
      full('manual'),
      { type: 'decided', verdict: 'paid', serviceRefundId: '88' },
      {
        ...counts,
        state: 'accepted',
        reason: 'decided',
        reads: 0,
        unknownSince: null,
        nextReadAt: FOLLOW,
        serviceRefundId: '88',
      },
      tell('accepted'),
    ],
    [
      'decided: not paid',
      full('manual'),
      { type: 'decided', verdict: 'not-paid' },
      {
        ...counts,
        state: 'queued',
        reason: 'decided',
        reads: 0,
        unknownSince: null,
        nextReadAt: null,
        notBefore: SENT + RULES.quietMs,
      },
    ],
    [
      'decided: not paid, and never sent',
      full('manual', { lastSentAt: null }),
      { type: 'decided', verdict: 'not-paid' },
      { ...counts, state: 'queued', reason: 'decided', reads: 0, unknownSince: null, nextReadAt: null, notBefore: 0 },
    ],
  ])('%s', (...each) => expectStep(...each));
});

describe('what is known of it after it was seen', () => {
  it.each<Case>([
    [
      'seen on its way',
      full('unknown', open),
      reported('reserved'),
      { ...accepted, arrivedBy: SENT + 900, serviceRefundId: '77' },
      tell('accepted'),
    ],
    [
      'seen before it was sent',
      full('unknown', open),
      reported('reserved', SENT - 1),
      { ...accepted, arrivedBy: SENT, serviceRefundId: '77' },
      tell('accepted'),
    ],
    [
      'seen in the future',
      full('unknown', open),
      reported('reserved', NOW + 1),
      { ...accepted, arrivedBy: NOW, serviceRefundId: '77' },
      tell('accepted'),
    ],
    ['seen before it had arrived', full('manual'), reported('reserved', SENT + 499), { ...accepted }, tell('accepted')],
    [
      'seen without an identifier',
      full('unknown', open),
      reported('reserved', SENT + 900, null),
      { ...accepted, arrivedBy: SENT + 900 },
      tell('accepted'),
    ],
    [
      'seen paid out',
      full('accepted'),
      reported('completed'),
      { ...landed, state: 'settled', reason: null },
      tell('settled'),
    ],
    [
      'seen paid out at once',
      full('unknown', open),
      reported('completed'),
      { ...landed, state: 'settled', reason: null, arrivedBy: SENT + 900, serviceRefundId: '77' },
      tell('accepted', 'settled'),
    ],
    [
      'seen paid out in a dispute',
      full('accepted', { reason: 'twice' }),
      reported('completed'),
      { ...landed, state: 'settled' },
      tell('settled'),
    ],
    [
      'seen declined',
      full('accepted', { attempts: 1 }),
      reported('declined'),
      { ...landed, ...ended, state: 'rejected', reason: 'declined' },
      [...tell('rejected'), alert('declined')],
    ],
    [
      'seen declined, and sent before',
      full('accepted', { attempts: 2 }),
      reported('declined'),
      { ...landed, ...ended, state: 'rejected', reason: 'declined', nextReadAt: FOLLOW },
      [...tell('rejected'), alert('declined')],
    ],
    [
      'seen cancelled',
      full('accepted', { attempts: 1 }),
      reported('void'),
      { ...landed, ...ended, state: 'cancelled', reason: 'void' },
    ],
    [
      'seen after its end',
      full('rejected'),
      reported('completed'),
      { ...landed, state: 'settled', reason: 'revived', arrivedBy: SENT + 900 },
      [...tell('accepted', 'settled'), alert('revived')],
    ],
    ['seen after its end as it was before', full('rejected'), reported('reserved'), null],
    [
      'seen after its end under another identifier',
      full('rejected'),
      reported('reserved', SENT + 900, '88'),
      { ...accepted, reason: 'revived', arrivedBy: SENT + 900, serviceRefundId: '88' },
      [...tell('accepted'), alert('revived')],
    ],
    [
      'seen, and never sent',
      full('queued', { attempts: 0 }),
      reported('reserved'),
      { ...accepted, reason: 'unsent', arrivedBy: SENT + 900 },
      [...tell('accepted'), alert('unsent')],
    ],
    [
      'seen, and sent before',
      full('queued', { attempts: 1 }),
      reported('reserved'),
      { ...accepted, arrivedBy: SENT + 900 },
      tell('accepted'),
    ],
    ['seen twice', full('accepted'), reported('completed', SENT + 900, '88'), { reason: 'twice' }, [alert('twice')]],
    ['seen twice, as is known', full('settled', { reason: 'twice' }), reported('reserved', SENT + 900, '88'), null],
    ['seen twice, of which one was declined', full('settled'), reported('declined', SENT + 900, '88'), null],
    ['its identifier', full('accepted', { serviceRefundId: null }), reported('reserved'), { serviceRefundId: '77' }],
    ['its identifier, as is known', full('accepted'), reported('reserved'), null],
    ['no identifier', full('accepted', { serviceRefundId: null }), reported('reserved', SENT + 900, null), null],
    ['on its way, when it is paid out', full('settled'), reported('reserved'), null],
  ])('%s', (...each) => expectStep(...each));
});

describe('a dispute', () => {
  const twice = read({ kind: 'conflict', why: 'twice' });
  const ambiguous = read({ kind: 'conflict', why: 'ambiguous' });

  it.each<Case>([
    [
      'about one that was never sent',
      full('queued', { ...NEW_REFUND }),
      twice,
      { state: 'manual', reason: 'twice', nextReadAt: FOLLOW },
      [...tell('manual'), alert('twice')],
    ],
    [
      'about one that is sent again',
      full('queued', { attempts: 1 }),
      ambiguous,
      { state: 'manual', reason: 'ambiguous', reads: 0, nextReadAt: FOLLOW },
      tell('manual'),
    ],
    ['that is none: it was never sent', full('queued', { attempts: 0 }), ambiguous, null],
    [
      'about one in doubt',
      full('unknown', { ...open }),
      twice,
      { state: 'manual', reason: 'twice', arrivedBy: SENT + RULES.quietMs, reads: 0, nextReadAt: FOLLOW },
      [...tell('manual'), alert('twice')],
    ],
    ['about one that is booked', full('settled', { nextReadAt: null }), twice, { reason: 'twice' }, [alert('twice')]],
    ['that is known', full('settled', { nextReadAt: null, reason: 'twice' }), twice, null],
    [
      'about one that has ended',
      full('rejected'),
      twice,
      { state: 'manual', reason: 'twice', reads: 0, nextReadAt: FOLLOW },
      [...tell('manual'), alert('twice')],
    ],
    ['that is none: it has ended', full('rejected', { nextReadAt: null }), ambiguous, null],
  ])('%s', (...each) => expectStep(...each));
});
