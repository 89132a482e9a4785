import { describe, expect, it } from '@jest/globals';
import { stepRefund } from './refund-protocol.js';
import {
  NEW_REFUND,
  type ReadEvidence,
  type RefundCommand,
  type RefundTrigger,
  type RefundFacts,
} from './refund-protocol.types.js';
import { toRefundRules } from '../../core/index.js';

const RULES = toRefundRules({ readSpreadPercent: 0 });
const SENT = 1_700_000_000_000;
const QUIET = SENT + RULES.quietMs;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ABSENT: ReadEvidence = { kind: 'absent' };
const FAILED: ReadEvidence = { kind: 'failed', code: 'TIMEOUT' };

const sending: RefundFacts = { ...NEW_REFUND, state: 'sending', attempts: 1, lastSentAt: SENT };

function apply(
  facts: RefundFacts,
  event: RefundTrigger,
  now: number,
): { facts: RefundFacts; commands: readonly RefundCommand[] } {
  const step = stepRefund(facts, event, now, RULES);
  return 'ignored' in step ? { facts, commands: [] } : step;
}

const readAt = (facts: RefundFacts, now: number, evidence: ReadEvidence): RefundFacts =>
  apply(facts, { type: 'read', startedAt: now, evidence }, now).facts;

const lost = (facts = sending, now = SENT): RefundFacts => apply(facts, { type: 'lost' }, now).facts;

/** Reads whenever a read is due, until none is, or the state changes. @returns seconds since the request, and how it ended */
function watch(start: RefundFacts, evidence: ReadEvidence): { at: number[]; facts: RefundFacts; notified: string[] } {
  const [at, notified]: [number[], string[]] = [[], []];
  let facts = start;
  while (facts.state === start.state && facts.nextReadAt !== null && at.length < 1_000) {
    const now = facts.nextReadAt;
    at.push((now - SENT) / 1_000);
    const step = apply(facts, { type: 'read', startedAt: now, evidence }, now);
    facts = step.facts;
    notified.push(
      ...step.commands.map((command) =>
        command.type === 'notify' ? command.kind : command.type === 'clear-lane' ? command.type : command.reason,
      ),
    );
  }
  return { at, facts, notified };
}

describe('reads of an unknown refund', () => {
  it('come quickly at first, then when the quiet time is over, then as soon as they prove anything', () => {
    const { at, facts } = watch(lost(), ABSENT);
    expect(at).toEqual([5, 20, 65, 185, 485, 785, 900, 960]);
    expect(facts).toMatchObject({ state: 'queued', attempts: 1, arrivedBy: QUIET, notBefore: QUIET, nextReadAt: null });
  });

  it('prove nothing when they were begun within the quiet time, or sooner than a minute after the last', () => {
    const early = apply(lost(), { type: 'read', startedAt: QUIET - 1, evidence: ABSENT }, QUIET + MINUTE).facts;
    expect([early.cleanReads, early.nextReadAt]).toEqual([0, QUIET + MINUTE]);
    const first = readAt(lost(), QUIET, ABSENT);
    expect([first.cleanReads, first.nextReadAt]).toEqual([1, QUIET + MINUTE]);
    expect(readAt(first, QUIET + MINUTE - 1, ABSENT)).toMatchObject({ state: 'unknown', cleanReads: 1 });
    expect(readAt(first, QUIET + MINUTE, ABSENT).state).toBe('queued');
  });

  it('are as old as the clock says, for any claimed time', () => {
    const claimed = { type: 'read', startedAt: QUIET + HOUR, evidence: ABSENT } as const;
    expect(apply(lost(), claimed, QUIET - 1).facts.cleanReads).toBe(0);
  });

  it('do not prove anything by failing, and do not undo what was proved', () => {
    const once = readAt(lost(), QUIET, ABSENT);
    const failed = readAt(once, QUIET + MINUTE, FAILED);
    expect(failed).toMatchObject({ state: 'unknown', cleanReads: 1, nextReadAt: QUIET + MINUTE + 45_000 });
    expect(readAt(failed, QUIET + 2 * MINUTE, ABSENT).state).toBe('queued');
  });

  it('end with a person when they fail for a day, and continue rarely after that', () => {
    const { at, facts, notified } = watch(lost(), FAILED);
    expect(facts).toMatchObject({
      state: 'manual',
      reason: 'unresolved',
      nextReadAt: SENT + at.at(-1)! * 1_000 + HOUR,
    });
    expect([at.length, at.at(-1)! >= 86_400, at.at(-2)! < 86_400, notified]).toEqual([292, true, true, ['manual']]);
  });

  it('end with a person when it was sent as often as it may be', () => {
    const { facts } = watch(lost({ ...sending, attempts: RULES.maxAttempts }), ABSENT);
    expect(facts).toMatchObject({ state: 'manual', reason: 'exhausted', arrivedBy: QUIET });
    expect(watch(lost({ ...sending, attempts: RULES.maxAttempts - 1 }), ABSENT).facts.state).toBe('queued');
  });

  it('are spread, so that what failed together is not read together', () => {
    const spread = toRefundRules({ readSpreadPercent: 50 });
    const waits = Array.from({ length: 50 }, (_, index) => {
      const facts = { ...sending, state: 'unknown', lastSentAt: SENT + index, unknownSince: SENT } as const;
      const step = stepRefund(
        facts,
        { type: 'read', startedAt: SENT + MINUTE, evidence: ABSENT },
        SENT + MINUTE,
        spread,
      );
      return 'facts' in step ? (step.facts.nextReadAt ?? 0) - SENT - MINUTE : 0;
    });
    expect(new Set(waits).size).toBeGreaterThan(40);
    expect([Math.min(...waits) >= 15_000, Math.max(...waits) <= 22_500]).toEqual([true, true]);
  });
});

describe('a decision', () => {
  const manual = readAt(lost(), SENT + MINUTE, { kind: 'conflict', why: 'ambiguous' });

  it('that it was not paid allows one more sending, but not before the quiet time is over', () => {
    expect(manual).toMatchObject({ state: 'manual', arrivedBy: QUIET });
    const exhausted = { ...manual, attempts: RULES.maxAttempts };
    const { facts } = apply(exhausted, { type: 'decided', verdict: 'not-paid' }, SENT + 2 * MINUTE);
    expect(facts).toMatchObject({ state: 'queued', notBefore: QUIET, nextReadAt: null, reason: 'decided' });
    expect(apply(facts, { type: 'slot' }, QUIET - 1).facts.state).toBe('queued');
    const again = apply(facts, { type: 'slot' }, QUIET).facts;
    expect(watch(lost(again, QUIET), ABSENT).facts).toMatchObject({ state: 'manual', reason: 'exhausted' });
  });

  it('is awaited without another report, while reads continue', () => {
    const { at, facts, notified } = watch(manual, ABSENT);
    expect([at.length, facts.state, facts.nextReadAt, notified]).toEqual([6, 'manual', null, []]);
  });

  it('that it was paid is followed like any other', () => {
    const decided = { type: 'decided', verdict: 'paid', serviceRefundId: '77' } as const;
    const { facts } = apply(manual, decided, SENT + HOUR);
    expect(facts).toMatchObject({ state: 'accepted', serviceRefundId: '77', nextReadAt: SENT + 2 * HOUR });
  });
});

describe('an accepted refund', () => {
  const booked = apply(sending, { type: 'answered', outcome: 'accepted', serviceRefundId: '77' }, SENT).facts;

  it('is followed until it is settled, or reported when it never is', () => {
    const { at, facts, notified } = watch(booked, { kind: 'found', status: 'reserved', serviceRefundId: '77' });
    expect(at.map((seconds) => seconds / 3_600)).toEqual([1, 7, 31, 79, 175, 343]);
    expect([facts.state, facts.nextReadAt, notified]).toEqual(['accepted', null, ['unsettled']]);
  });

  it('repeats failed reads each hour, but not forever', () => {
    expect(readAt(booked, SENT + HOUR, FAILED)).toMatchObject({ reads: 0, nextReadAt: SENT + 2 * HOUR });
    const { at, facts, notified } = watch(booked, FAILED);
    expect(at.slice(0, 3).map((seconds) => seconds / 3_600)).toEqual([1, 2, 3]);
    expect([facts.state, facts.nextReadAt, notified]).toEqual(['accepted', null, ['unsettled']]);
    expect(at.at(-1)! / 86_400).toBeLessThan(45);
  });

  it('does not use up its reads when others read', () => {
    expect(readAt(booked, SENT + HOUR - 1, ABSENT)).toBe(booked);
    expect(readAt(booked, SENT + HOUR, ABSENT).reads).toBe(1);
  });

  it('takes over the identifier from a read of the whole order', () => {
    const found = { kind: 'found', status: 'reserved', serviceRefundId: '88' } as const;
    expect(readAt(booked, SENT + 1, found).serviceRefundId).toBe('88');
    expect(readAt(booked, SENT + 1, { ...found, serviceRefundId: null })).toBe(booked);
  });
});
