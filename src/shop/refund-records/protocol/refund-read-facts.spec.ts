import { describe, expect, it } from '@jest/globals';
import {
  RULES,
  DAY,
  SENT,
  NOW,
  FOLLOW,
  full,
  open,
  read,
  absent,
  failed,
  tell,
  alert,
  type Case,
  expectStep,
} from '../../../../test/support/refund-facts.js';
import { toRefundRules } from '../../core/index.js';
import { stepRefund } from './refund-protocol.js';
import { NEW_REFUND, type RefundTrigger, type RefundFacts } from './refund-protocol.types.js';

/** The changed facts after a read at {@link NOW}. */
function changedBy(facts: RefundFacts, event: RefundTrigger, now = NOW): unknown {
  const step = stepRefund(facts, event, now, RULES);
  if ('ignored' in step) return null;
  const changes = Object.entries(step.facts).filter(([name, value]) => facts[name as keyof RefundFacts] !== value);
  return Object.fromEntries(changes);
}

describe('a read of one in doubt', () => {
  const QUIET = SENT + RULES.quietMs;
  const unknown = (changes: Partial<RefundFacts> = {}): RefundFacts =>
    full('unknown', {
      ...open,
      outages: 0,
      cleanReads: 0,
      lastCleanReadAt: null,
      unknownSince: NOW,
      nextReadAt: SENT,
      ...changes,
    });

  it('proves something from the end of the quiet time on, by the time of its begin', () => {
    expect(changedBy(unknown(), absent(QUIET - 1))).not.toHaveProperty('cleanReads');
    expect(changedBy(unknown(), absent(QUIET))).toMatchObject({ cleanReads: 1, lastCleanReadAt: QUIET });
    // A clock that was put back.
    expect(changedBy(unknown(), absent(NOW + 5))).toMatchObject({ lastCleanReadAt: NOW });
    expect(changedBy(unknown({ lastSentAt: null }), absent(NOW))).not.toHaveProperty('cleanReads');
  });

  it('proves nothing more before the gap after the one before has passed', () => {
    const once = unknown({ cleanReads: 1, lastCleanReadAt: NOW });
    const next = NOW + RULES.cleanReadGapMs;
    expect(changedBy(once, absent(next - 1), next)).toEqual({ reads: 3, nextReadAt: next });
    expect(changedBy(once, absent(next), next)).toEqual({
      state: 'queued',
      cleanReads: 2,
      lastCleanReadAt: next,
      arrivedBy: QUIET,
      notBefore: QUIET,
      nextReadAt: null,
      unknownSince: null,
    });
  });

  it('is followed by the next one as soon as that can prove something', () => {
    expect(changedBy(unknown(), absent(QUIET))).toMatchObject({ reads: 3, nextReadAt: QUIET + RULES.cleanReadGapMs });
    expect(changedBy(unknown(), absent(QUIET - 1))).toEqual({ reads: 3, nextReadAt: NOW });
    const planned = changedBy(unknown(), failed()) as { nextReadAt: number };
    const least = RULES.readDelaysMs[3]!;
    expect(planned.nextReadAt).toBeGreaterThanOrEqual(NOW + least);
    expect(planned.nextReadAt).toBeLessThanOrEqual(NOW + least * (1 + RULES.readSpreadPercent / 100));
    // Before the end of the quiet time: then, at the latest.
    expect(changedBy(unknown(), failed(QUIET - 1), QUIET - 1)).toMatchObject({ nextReadAt: QUIET });
  });

  it.each([
    ['unresolved for too long', RULES.unresolvedMs, 'manual'],
    ['unresolved for almost too long', RULES.unresolvedMs - 1, undefined],
  ])('that proves nothing: %s', (_title, ago, state) => {
    const changes = changedBy(unknown({ unknownSince: NOW - ago }), failed()) as Partial<RefundFacts>;
    expect(changes.state).toBe(state);
    if (state) expect(changes).toEqual({ state, reason: 'unresolved', arrivedBy: QUIET, reads: 0, nextReadAt: FOLLOW });
  });

  it('that proves it absent sends it again, unless it was sent, or met an outage, too often', () => {
    const last = { cleanReads: RULES.cleanReads - 1, lastCleanReadAt: SENT };
    const stateAfter = (changes: Partial<RefundFacts>): unknown => {
      const { state, reason, outages } = changedBy(unknown({ ...last, ...changes }), absent()) as Partial<RefundFacts>;
      return [state, reason, outages];
    };
    const { maxAttempts, maxOutages } = RULES;
    expect(stateAfter({ attempts: maxAttempts - 1 })).toEqual(['queued', undefined, undefined]);
    expect(stateAfter({ attempts: maxAttempts })).toEqual(['manual', 'exhausted', undefined]);
    expect(stateAfter({ attempts: maxAttempts + 1, outages: 2 })).toEqual(['queued', undefined, undefined]);
    const outage = { attempts: maxOutages, reason: 'SERVICE_UNAVAILABLE' };
    expect(stateAfter({ ...outage, outages: maxOutages - 2 })).toEqual(['queued', undefined, maxOutages - 1]);
    expect(stateAfter({ ...outage, outages: maxOutages - 1 })).toEqual(['manual', 'failing', maxOutages]);
    expect(stateAfter({ attempts: maxOutages, outages: maxOutages, reason: 'TIMEOUT' })).toEqual([
      'queued',
      undefined,
      undefined,
    ]);
    const alerted = (reason: string): unknown => {
      const failures = RULES.alertAfterFailures;
      const facts = unknown({
        ...last,
        attempts: failures,
        outages: failures - (reason === 'TIMEOUT' ? 0 : 1),
        reason,
      });
      return stepRefund(facts, absent(), NOW, RULES);
    };
    expect(alerted('SERVICE_UNAVAILABLE')).toMatchObject({ commands: [alert('failing')] });
    expect(alerted('TIMEOUT')).toMatchObject({ commands: [] });
    // The reason stays what it was.
    expect(stateAfter({ reason: 'untold' })).toEqual(['manual', undefined, undefined]);
  });
});

describe('a read of one that is followed', () => {
  it('is followed by others at the last gap, when all are used up', () => {
    const rules = toRefundRules({ followDelaysMs: [60_000, 120_000, 180_000] });
    for (const reads of [0, 1, 2, 3, 9]) {
      const step = stepRefund(full('rejected', { reads, arrivedBy: NOW }), absent(), NOW, rules);
      const nextReadAt = NOW + Math.min(180_000, (reads + 2) * 60_000);
      expect(step).toMatchObject({ facts: { reads: reads + 1, nextReadAt } });
    }
  });

  const at = SENT + 500;
  const patience = 2 * RULES.followDelaysMs.reduce((sum, delay) => sum + delay, 0);

  it('counts when it was due at its begin', () => {
    expect(changedBy(full('accepted'), absent(NOW - 1))).toBeNull();
    expect(changedBy(full('accepted', { nextReadAt: null }), absent())).toBeNull();
    expect(changedBy(full('accepted'), absent())).toEqual({ reads: 3, nextReadAt: NOW + RULES.followDelaysMs[3]! });
    expect(changedBy(full('rejected'), absent(NOW - 1))).toBeNull();
    expect(changedBy(full('rejected', { nextReadAt: null }), absent())).toBeNull();
  });

  it('is the last one after the last wait: alerted of one that was accepted, and of no other', () => {
    const reads = RULES.followDelaysMs.length - 1;
    for (const [state, commands] of [
      ['accepted', [alert('unsettled')]],
      ['manual', []],
    ] as const) {
      const facts = full(state, { reads });
      const done = { facts: { ...facts, reads: reads + 1, nextReadAt: null }, commands };
      expect(stepRefund(facts, absent(), NOW, RULES)).toEqual(done);
      expect(stepRefund(full(state, { reads: reads - 1 }), absent(), NOW, RULES)).toMatchObject({ commands: [] });
    }
  });

  it('that failed is repeated soon, for twice as long as it is followed', () => {
    const until = at + patience;
    const facts = full('accepted', { nextReadAt: at });
    expect(changedBy(facts, failed(at), until - 1)).toEqual({ nextReadAt: until - 1 + RULES.followDelaysMs[0]! });
    expect(changedBy(facts, failed(at), until)).toMatchObject({ reads: 3 });
    expect(changedBy(facts, failed(at - 1), until - 1)).toBeNull();
    expect(changedBy(full('accepted', { arrivedBy: null }), failed())).toMatchObject({ reads: 3 });
  });

  it('that has ended continues for three days, and for six where reads fail', () => {
    const end = at + 3 * DAY;
    const facts = full('rejected', { nextReadAt: at });
    expect(changedBy(facts, absent(end - 1), end - 1)).toEqual({ reads: 3, nextReadAt: end });
    expect(changedBy(facts, absent(end), end)).toEqual({ reads: 3, nextReadAt: null });
    expect(changedBy(full('rejected', { nextReadAt: at, reads: 99 }), absent(at), at)).toMatchObject({ reads: 100 });
    expect(changedBy(facts, failed(at - 1), at)).toBeNull();
    expect(changedBy(facts, failed(at), at)).toEqual({ nextReadAt: at + RULES.followDelaysMs[0]! });
    const never = full('rejected', { arrivedBy: null, nextReadAt: 0 });
    expect(changedBy(never, absent(3 * DAY), 3 * DAY)).toEqual({ reads: 3, nextReadAt: null });
    expect(changedBy(never, failed(6 * DAY), 6 * DAY)).toEqual({ reads: 3, nextReadAt: null });
    const last = at + 6 * DAY;
    expect(changedBy(facts, failed(last - 1), last - 1)).toEqual({ nextReadAt: last - 1 + RULES.followDelaysMs[0]! });
    expect(changedBy(facts, failed(last), last)).toEqual({ reads: 3, nextReadAt: null });
  });
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
    [
      'about one that was never sent from here',
      full('queued', { attempts: 0 }),
      ambiguous,
      { state: 'manual', reason: 'ambiguous', reads: 0, nextReadAt: FOLLOW },
      [...tell('manual')],
    ],
    ['that a person has settled', full('queued', { reason: 'decided' }), ambiguous, null],
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
