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
const rejected = (retryable: boolean): RefundTrigger =>
  answer({ outcome: 'rejected', code: 'SERVICE_1032', retryable });
const read = (evidence: ReadEvidence, startedAt = QUIET): RefundTrigger => ({ type: 'read', startedAt, evidence });

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

describe('a refusal', () => {
  const own = answer({ outcome: 'rejected', code: 'SERVICE_1002', retryable: true, isOwn: true });
  const ofAccount = (laneRefusals: number): RefundTrigger => ({ ...rejected(true), laneRefusals }) as RefundTrigger;

  it('for its own fault delays only itself, longer each time, and then waits for a person', () => {
    let facts = NEW_REFUND;
    const waits: number[] = [];
    for (let now = SENT; facts.state === 'queued'; now = facts.notBefore) {
      const sending = after(facts, { type: 'slot' }, now);
      expect(outcome(sending, own, now)).toBe(waits.length < 9 ? 'queued' : 'manual !manual');
      facts = after(sending, own, now);
      waits.push((facts.notBefore - now) / 60_000);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
    expect(facts).toMatchObject({ reason: 'refused', attempts: 0, arrivedBy: null });
  });

  it('of the account is reported once, is not counted, and becomes its own when another one is accepted', () => {
    const sending = after(NEW_REFUND, { type: 'slot' }, SENT);
    expect([0, 1, 2].map((before) => outcome(sending, ofAccount(before)))).toEqual([
      'queued ~ *SERVICE_1032',
      'queued ~',
      'queued ~',
    ]);
    const waiting = after(sending, ofAccount(0), SENT);
    expect(waiting).toMatchObject({ refusals: 0, failures: 0, attempts: 0, notBefore: 0, refusedAt: SENT });
    const blamed = after(waiting, { type: 'blamed' }, SENT);
    expect(blamed).toMatchObject({ refusals: 1, refusedAt: null, notBefore: SENT + RULES.lanePauseMs });
    const again = after(blamed, { type: 'slot' }, blamed.notBefore);
    expect([outcome(again, ofAccount(0)), outcome(again, ofAccount(1))]).toEqual(['queued', 'queued ~']);
  });

  describe('that says 1034, and that refunds of other orders got as well', () => {
    const unclear = inState('unknown', { cleanReads: 1, lastCleanReadAt: QUIET, reason: 'SERVICE_1034' });
    const at = QUIET + RULES.cleanReadGapMs;
    const absent = (others: 'refused' | 'mixed', laneRefusals = 0): RefundTrigger => ({
      ...(read({ kind: 'absent' }, at) as Extract<RefundTrigger, { type: 'read' }>),
      others,
      laneRefusals,
    });

    it.each([
      ['pauses the lane with an alert where none was accepted', 'refused', 0, 0, 'queued ~ *low-balance'],
      ['only waits behind the others where the lane pauses already', 'refused', 1, 0, 'queued'],
      ['does not pause it where it was refused while others were accepted', 'refused', 0, 1, 'queued'],
      ['does not pause it where some were accepted', 'mixed', 0, 0, 'queued'],
    ] as const)('%s', (_what, others, laneRefusals, refusals, expected) => {
      expect(outcome({ ...unclear, refusals }, absent(others, laneRefusals), at)).toBe(expected);
    });

    it('is not counted among the sendings, and waits for a person after a hundred', () => {
      const often = { ...unclear, attempts: 50, outages: 49 };
      expect(after(often, absent('refused'), at)).toMatchObject({ state: 'queued', outages: 50, refusedAt: at });
      expect(after({ ...often, attempts: 100, outages: 99 }, absent('mixed'), at)).toMatchObject({
        state: 'manual',
        reason: 'refused',
      });
      expect(after({ ...unclear, attempts: 4 }, read({ kind: 'absent' }, at), at).reason).toBe('exhausted');
    });

    it('makes it wait longer each time where others are accepted, and alerts once', () => {
      const tenth = { ...unclear, attempts: 10, outages: 9, refusals: 2 };
      expect(outcome(tenth, absent('mixed'), at)).toBe('queued *low-balance');
      expect(after(tenth, absent('mixed'), at).notBefore).toBe(at + 4 * RULES.lanePauseMs);
    });

    it('makes the lane wait longer when the next try is answered so, too', () => {
      const again = answer({ outcome: 'unknown', code: 'SERVICE_1034', retryAfterMs: null });
      const sending = inState('sending');
      expect(outcome(sending, { ...again, isBalanceLow: true, laneRefusals: 1 } as RefundTrigger)).toBe('unknown ~');
      expect(outcome(sending, { ...again, laneRefusals: 1 } as RefundTrigger)).toBe('unknown');
    });
  });

  it('of a later sending is followed for three days; of the first one it is final', () => {
    let facts = after(inState('sending', { attempts: 2 }), rejected(false), SENT);
    const days: number[] = [];
    while (facts.nextReadAt !== null) {
      days.push((facts.nextReadAt - SENT) / 86_400_000);
      facts = after(facts, read({ kind: 'absent' }, facts.nextReadAt), facts.nextReadAt);
    }
    expect(days.at(-1)).toBe(3);
    expect(days.length).toBeGreaterThan(2);
    expect(after(inState('sending'), rejected(false), SENT).nextReadAt).toBeNull();
  });

  /** When it is read, in days after {@link SENT}, if each read shows the same. */
  function daysOfReads(start: RefundFacts, shown: ReadEvidence): number[] {
    let facts = start;
    const days: number[] = [];
    while (facts.nextReadAt !== null && days.length < 100) {
      days.push((facts.nextReadAt - SENT) / 86_400_000);
      facts = after(facts, read(shown, facts.nextReadAt), facts.nextReadAt);
    }
    expect(facts.state).toBe(start.state);
    return days;
  }

  it('of a later sending is followed as long where the reads show a declined one', () => {
    const refused = after(inState('sending', { attempts: 2 }), rejected(false), SENT);
    const declined: ReadEvidence = { kind: 'found', status: 'declined', serviceRefundId: '77' };
    expect(daysOfReads(refused, declined)).toEqual(daysOfReads(refused, { kind: 'absent' }));
  });

  it.each(['declined', 'void'] as const)('at the bank (%s) is followed when it was sent more than once', (status) => {
    const shown: ReadEvidence = { kind: 'found', status, serviceRefundId: '77' };
    const over = (attempts: number): RefundFacts => after(inState('accepted', { attempts }), read(shown, SENT), SENT);
    expect(over(1).nextReadAt).toBeNull();
    expect(daysOfReads(over(2), shown).at(-1)).toBe(3);
    const late: ReadEvidence = { kind: 'found', status: 'reserved', serviceRefundId: '88' };
    expect(after(over(2), read(late, SENT + 1), SENT + 1)).toMatchObject({ state: 'accepted', reason: 'revived' });
  });

  it('by people is followed when it was sent and found absent before', () => {
    const calledOff = (attempts: number): RefundFacts => {
      const since = attempts === 0 ? null : SENT;
      return after(inState('queued', { attempts, lastSentAt: since, arrivedBy: since }), { type: 'cancelled' }, SENT);
    };
    expect(calledOff(0).nextReadAt).toBeNull();
    expect(daysOfReads(calledOff(1), { kind: 'absent' }).at(-1)).toBe(3);
  });

  it('of a later sending is read once more for each read that failed, but not forever', () => {
    let facts = after(inState('sending', { attempts: 2 }), rejected(false), SENT);
    const failed: ReadEvidence = { kind: 'failed', code: 'TIMEOUT' };
    const first = facts.nextReadAt!;
    expect(after(facts, read(failed, first), first)).toEqual({
      ...facts,
      nextReadAt: first + RULES.followDelaysMs[0]!,
    });
    let last = first;
    while (facts.nextReadAt !== null) {
      last = facts.nextReadAt;
      facts = after(facts, read(failed, last), last);
    }
    expect((last - SENT) / 86_400_000).toBe(6);
  });
});

describe('sendings into an outage', () => {
  it('do not count towards what exhausts a refund', () => {
    const atLimit = { attempts: RULES.maxAttempts, cleanReads: 1 };
    const proved = (reason: string): unknown =>
      after(inState('unknown', { ...atLimit, reason }), read({ kind: 'absent' }, QUIET), QUIET);
    expect(proved('TIMEOUT')).toMatchObject({ state: 'manual', reason: 'exhausted' });
    expect(proved('SERVICE_UNAVAILABLE')).toMatchObject({ state: 'queued', outages: 1 });
  });

  it('are reported once, and wait for a person after more than a day', () => {
    const outage = answer({ outcome: 'unknown', code: 'SERVICE_UNAVAILABLE', retryAfterMs: null });
    let [facts, now] = [NEW_REFUND, SENT];
    const notified: string[] = [];
    for (let sending = 1; facts.state === 'queued' && sending <= 200; sending += 1) {
      facts = after(after(facts, { type: 'slot' }, now), outage, now);
      facts = after(facts, read({ kind: 'absent' }, now + RULES.quietMs), now + RULES.quietMs);
      now += RULES.quietMs + RULES.cleanReadGapMs;
      const what = outcome(facts, read({ kind: 'absent' }, now), now);
      if (what !== 'queued') notified.push(`${sending}: ${what}`);
      facts = after(facts, read({ kind: 'absent' }, now), now);
    }
    expect(notified).toEqual(['10: queued *failing', '100: manual !manual']);
    expect(facts).toMatchObject({ reason: 'failing', outages: 100 });
    expect(now - SENT).toBeGreaterThan(86_400_000);
  });
});

describe('a lane that a person resumes', () => {
  const resumed: RefundTrigger = { type: 'resumed' };
  const fresh = { refusals: 0, refusedAt: null };

  it('forgets what its refunds were refused for, and the waits after it, but not the quiet time', () => {
    const waiting = inState('queued', { attempts: 0, lastSentAt: null, refusals: 7, notBefore: QUIET + 3_600_000 });
    expect(after(waiting, resumed)).toEqual({ ...waiting, ...fresh, notBefore: 0 });
    const sentBefore = inState('queued', { refusedAt: QUIET, notBefore: QUIET + 3_600_000 });
    expect(after(sentBefore, resumed)).toEqual({ ...sentBefore, ...fresh, notBefore: QUIET });
    expect(after(inState('queued', { refusals: 1 }), resumed).notBefore).toBe(0);
  });

  it('changes nothing about what was not refused, or does not wait', () => {
    expect(outcome(inState('queued'), resumed)).toBe('.');
    for (const state of REFUND_STATES) {
      if (state !== 'queued') expect(outcome(inState(state, { refusedAt: SENT, refusals: 1 }), resumed)).toBe('.');
    }
  });
});

describe('a refund that was refused, whose next sending is unclear, or of which a person has decided', () => {
  it('stays behind the others while the account is refused, until a person decides', () => {
    const sending = inState('sending', { refusedAt: SENT });
    const unclear = answer({ outcome: 'unknown', code: 'TIMEOUT', retryAfterMs: null });
    for (const event of [{ type: 'lost' } as const, unclear]) expect(after(sending, event).refusedAt).toBe(SENT);
    const decided = after(inState('manual', { refusedAt: SENT }), { type: 'decided', verdict: 'not-paid' });
    expect(decided).toMatchObject({ state: 'queued', refusedAt: null });
  });
});
