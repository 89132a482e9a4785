import { describe, expect, it } from '@jest/globals';
import { stepRefund } from './refund-protocol.js';
import {
  NEW_REFUND,
  REFUND_STATES,
  type ReadEvidence,
  type RefundAnswer,
  type RefundTrigger,
  type RefundFacts,
  type RefundState,
  type SeenStatus,
} from './refund-protocol.types.js';
import { toRefundRules } from '../../core/index.js';

const RULES = toRefundRules();
const SENT = 1_700_000_000_000;
const QUIET = SENT + RULES.quietMs;

const inState = (state: RefundState, changes: Partial<RefundFacts> = {}): RefundFacts => {
  const isOpen = state === 'sending' || state === 'unknown';
  const sent = { ...NEW_REFUND, state, attempts: 1, lastSentAt: SENT, arrivedBy: isOpen ? null : SENT + 500 };
  const booked = state === 'accepted' || state === 'settled' ? { serviceRefundId: '77' } : {};
  const unknown = state === 'unknown' ? { unknownSince: SENT + 500, nextReadAt: SENT + 5_500 } : {};
  return { ...sent, ...booked, ...unknown, ...changes };
};

const answer = (given: RefundAnswer): RefundTrigger => ({ type: 'answered', ...given });
const accepted = answer({ outcome: 'accepted', serviceRefundId: '77' });
const rejected = (retryable: boolean) => answer({ outcome: 'rejected', code: 'SERVICE_1032', retryable });
const notSent = answer({ outcome: 'not-sent', code: 'UNREACHABLE' });
const unsure = (retryAfterMs: number | null = null): RefundTrigger =>
  answer({ outcome: 'unknown', code: 'SERVICE_1034', retryAfterMs });
const read = (evidence: ReadEvidence, startedAt = QUIET): RefundTrigger => ({ type: 'read', startedAt, evidence });
const found = (status: SeenStatus, serviceRefundId = '77'): RefundTrigger =>
  read({ kind: 'found', status, serviceRefundId });
const reported = (status: SeenStatus, serviceRefundId = '77'): RefundTrigger => ({
  type: 'reported',
  status,
  serviceRefundId,
  at: SENT + 1_000,
});

/** The result of an event: `state`, then `!kind` for each notification, `*` for an alert, `~` for a pause; `.`: nothing. */
function outcome(facts: RefundFacts, event: RefundTrigger, now = QUIET): string {
  const step = stepRefund(Object.freeze(facts), event, now, RULES);
  if ('ignored' in step) return step.ignored === '' ? 'no reason' : '.';
  const marks = step.commands.map((command) => {
    if (command.type === 'notify') return `!${command.kind}`;
    return command.type === 'alert' ? `*${command.reason}` : '~';
  });
  return [step.facts.state, ...marks].join(' ');
}

/** The facts after an event that must count. */
function after(facts: RefundFacts, event: RefundTrigger, now = QUIET): RefundFacts {
  const step = stepRefund(facts, event, now, RULES);
  if ('ignored' in step) throw new Error(step.ignored);
  return step.facts;
}

/** Every event in every state, in this sequence of states: a state that is not named stays unchanged. */
type Effects = Partial<Record<RefundState, string>>;
const everywhere = (outcome: string, except: Effects = {}): Effects => ({
  ...Object.fromEntries(REFUND_STATES.map((state) => [state, outcome])),
  sending: '.',
  ...except,
});
const SECOND_ONE = { accepted: 'accepted *twice', settled: 'settled *twice' };
const REVIVED = { rejected: 'accepted !accepted *revived', cancelled: 'accepted !accepted *revived' };
const PAID_AFTER_ALL = 'settled !accepted !settled *revived';
const RESERVED = everywhere('accepted !accepted', { ...REVIVED, accepted: '.', settled: '.' });
const COMPLETED = everywhere('settled !accepted !settled', {
  accepted: 'settled !settled',
  settled: '.',
  rejected: PAID_AFTER_ALL,
  cancelled: PAID_AFTER_ALL,
});
// Its id is learnt, which identifies older reports about it.
const ENDS: Effects = { rejected: 'rejected', cancelled: 'cancelled' };
const DISPUTED: Effects = { queued: 'manual', unknown: 'manual', rejected: 'manual', cancelled: 'manual' };
const notified = (why: string): Effects =>
  Object.fromEntries(Object.keys(DISPUTED).map((state) => [state, `manual !manual *${why}`]));

const TABLE: readonly (readonly [name: string, event: RefundTrigger, effects: Effects])[] = [
  ['a slot', { type: 'slot' }, { queued: 'sending' }],
  ['withheld at the last instant', { type: 'withheld' }, { sending: 'queued' }],
  [
    'answered: accepted',
    accepted,
    everywhere('accepted !accepted', { ...REVIVED, sending: 'accepted !accepted', accepted: '.', settled: '.' }),
  ],
  ['answered: rejected', rejected(false), { sending: 'rejected !rejected' }],
  ['answered: wrong settings', rejected(true), { sending: 'queued ~ *SERVICE_1032' }],
  ['answered: not sent', notSent, { sending: 'queued ~' }],
  ['answered: unknown', unsure(), { sending: 'unknown' }],
  ['answered: unknown, later please', unsure(30_000), { sending: 'unknown ~' }],
  ['its worker is gone', { type: 'lost' }, { sending: 'unknown' }],
  ['read: reserved', found('reserved'), RESERVED],
  ['read: completed', found('completed'), COMPLETED],
  ['read: declined', found('declined'), everywhere('rejected !rejected *declined', ENDS)],
  ['read: void', found('void'), everywhere('cancelled', ENDS)],
  ['read: absent', read({ kind: 'absent' }), { unknown: 'unknown' }],
  ['read: failed', read({ kind: 'failed', code: 'TIMEOUT' }), { unknown: 'unknown' }],
  [
    'read: ambiguous',
    read({ kind: 'conflict', why: 'ambiguous' }),
    { queued: 'manual !manual', unknown: 'manual !manual' },
  ],
  [
    'read: two of ours',
    read({ kind: 'conflict', why: 'twice' }),
    { ...notified('twice'), ...SECOND_ONE, manual: 'manual *twice' },
  ],
  [
    'read: ours, of another amount',
    read({ kind: 'conflict', why: 'other-amount' }),
    {
      ...notified('other-amount'),
      accepted: 'accepted *other-amount',
      settled: 'settled *other-amount',
      manual: 'manual *other-amount',
    },
  ],
  ['reported: reserved', reported('reserved'), RESERVED],
  ['reported: completed', reported('completed'), COMPLETED],
  ['reported: declined', reported('declined'), everywhere('rejected !rejected *declined', ENDS)],
  ['reported: void', reported('void'), everywhere('cancelled', ENDS)],
  [
    'reported: another one',
    reported('reserved', '88'),
    everywhere('accepted !accepted', { ...REVIVED, ...SECOND_ONE }),
  ],
  ['cancelled', { type: 'cancelled' }, { queued: 'cancelled', accepted: 'cancelled' }],
  ['followed', { type: 'followed' }, { accepted: 'accepted' }],
  ['decided: paid', { type: 'decided', verdict: 'paid' }, { manual: 'accepted !accepted' }],
  ['decided: not paid', { type: 'decided', verdict: 'not-paid' }, { manual: 'queued' }],
];

describe('stepRefund, every event in every state', () => {
  const cells = TABLE.flatMap(([name, event, effects]) =>
    REFUND_STATES.map((state) => ({ name, event, state, expected: effects[state] ?? '.' })),
  );

  it.each(cells)('$state, $name: $expected', ({ event, state, expected }) => {
    expect(outcome(inState(state), event)).toBe(expected);
  });
});

describe('sending', () => {
  it('is written down with everything about it, before the first byte', () => {
    expect(after(NEW_REFUND, { type: 'slot' }, SENT)).toEqual({
      ...NEW_REFUND,
      state: 'sending',
      attempts: 1,
      lastSentAt: SENT,
    });
  });

  it('leaves no trace of a sending that did not happen', () => {
    const sending = after(NEW_REFUND, { type: 'slot' }, SENT);
    expect(after(sending, { type: 'withheld' }, SENT)).toEqual(NEW_REFUND);
    expect(after(sending, notSent, SENT)).toEqual({
      ...NEW_REFUND,
      failures: 1,
      notBefore: SENT + 5_000,
      reason: 'UNREACHABLE',
    });
  });

  it('remembers that an earlier one may have arrived, and until when', () => {
    const again = inState('sending', { attempts: 2 });
    const expected = { state: 'queued', attempts: 1, lastSentAt: SENT, arrivedBy: SENT };
    for (const event of [notSent, rejected(true), { type: 'withheld' } as const]) {
      expect(after(again, event)).toMatchObject(expected);
    }
  });

  it('waits longer after each failure, and alerts a person after the tenth', () => {
    let facts = NEW_REFUND;
    const waits: number[] = [];
    const notified: string[] = [];
    for (let now = SENT; waits.length < 11; now = facts.notBefore) {
      expect(outcome(facts, { type: 'slot' }, now - 1)).toBe(facts.notBefore === 0 ? 'sending' : '.');
      const sending = after(facts, { type: 'slot' }, now);
      notified.push(outcome(sending, notSent, now));
      facts = after(sending, notSent, now);
      waits.push((facts.notBefore - now) / 1_000);
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300, 300, 300]);
    expect(notified.map((each) => each.includes('*failing'))).toEqual([
      ...Array.from({ length: 9 }, () => false),
      true,
      false,
    ]);
  });

  it('pauses the lane for as long as asked, within reason', () => {
    const pauseOf = (given: RefundTrigger): unknown => {
      const step = stepRefund(inState('sending'), given, SENT, RULES);
      return 'commands' in step ? step.commands[0] : step;
    };
    expect(pauseOf(unsure(30_000))).toEqual({ type: 'pause-lane', forMs: 30_000, reason: 'SERVICE_1034' });
    expect(pauseOf(unsure(Number.MAX_SAFE_INTEGER))).toMatchObject({ forMs: RULES.lanePauseCapMs });
    expect([pauseOf(unsure(Number.NaN)), pauseOf(unsure(-1))]).toEqual([undefined, undefined]);
    expect(pauseOf(rejected(true))).toMatchObject({ forMs: RULES.lanePauseMs });
  });
});

describe('when it has arrived at the latest', () => {
  it('is when it was seen, within what is possible, and stays so', () => {
    const seenAt = (at: number): RefundTrigger => ({ type: 'reported', status: 'reserved', serviceRefundId: '77', at });
    const arrival = (at: number): unknown => after(inState('unknown'), seenAt(at), SENT + 5_000).arrivedBy;
    expect([SENT - 1, SENT + 1, SENT + 9_000].map(arrival)).toEqual([SENT, SENT + 1, SENT + 5_000]);
    expect(after(inState('accepted'), reported('completed')).arrivedBy).toBe(SENT + 500);
    expect(after(inState('unknown'), found('reserved'), QUIET).arrivedBy).toBe(QUIET);
  });
});

describe('what is over', () => {
  const over = inState('cancelled', { serviceRefundId: '77' });

  it('is not revived by older reports about the same refund', () => {
    expect([outcome(over, reported('reserved')), outcome(over, found('reserved'))]).toEqual(['.', '.']);
    expect(outcome(over, reported('completed'))).toBe(PAID_AFTER_ALL);
    expect(outcome(over, reported('reserved', '88'))).toBe('accepted !accepted *revived');
  });

  it('is reported when it is seen without ever having been sent', () => {
    expect(outcome(NEW_REFUND, reported('reserved'), SENT)).toBe('accepted !accepted *unsent');
    expect(outcome(NEW_REFUND, read({ kind: 'conflict', why: 'twice' }), SENT)).toBe('manual !manual *twice');
    expect(outcome(NEW_REFUND, read({ kind: 'conflict', why: 'ambiguous' }), SENT)).toBe('manual !manual');
  });
});

describe('two where there should be one', () => {
  it('is reported once, and stays with the refund until it is settled', () => {
    const first = after(inState('accepted'), reported('reserved', '88'));
    expect(first).toMatchObject({ state: 'accepted', serviceRefundId: '77', reason: 'twice' });
    expect(outcome(first, reported('reserved', '88'))).toBe('.');
    expect(outcome(first, read({ kind: 'conflict', why: 'twice' }))).toBe('.');
    expect(after(first, reported('completed'))).toMatchObject({ state: 'settled', reason: 'twice' });
    expect(outcome(inState('accepted'), reported('declined', '88'))).toBe('.');
  });

  it('waits for a person, or for a read that sees only one', () => {
    const manual = after(inState('unknown'), read({ kind: 'conflict', why: 'twice' }));
    expect([outcome(manual, reported('completed')), outcome(manual, accepted)]).toEqual(['.', '.']);
    expect(outcome(manual, found('completed'))).toBe('settled !accepted !settled');
  });
});
