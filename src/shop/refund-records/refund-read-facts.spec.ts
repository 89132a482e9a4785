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
  alert,
  counts,
  ended,
  sent,
  accepted,
  back,
  doubt,
} from '../../../test/support/refund-facts.js';
import { stepRefund } from './refund-protocol.js';
import { type RefundEvent, type RefundFacts } from './refund-protocol.types.js';

/** The facts after a read at {@link NOW}, as far as they have changed. */
function changedBy(facts: RefundFacts, event: RefundEvent, now = NOW): unknown {
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

  it('proves something from the end of the quiet time on, by when it was begun', () => {
    expect(changedBy(unknown(), absent(QUIET - 1))).not.toHaveProperty('cleanReads');
    expect(changedBy(unknown(), absent(QUIET))).toMatchObject({ cleanReads: 1, lastCleanReadAt: QUIET });
    // A clock that was put back.
    expect(changedBy(unknown(), absent(NOW + 5))).toMatchObject({ lastCleanReadAt: NOW });
    expect(changedBy(unknown({ lastSentAt: null }), absent(NOW))).not.toHaveProperty('cleanReads');
  });

  it('proves nothing more sooner than the gap after the one before', () => {
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
    // Before the quiet time is over: then, at the latest.
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
    // The reason stays what it was.
    expect(stateAfter({ reason: 'untold' })).toEqual(['manual', undefined, undefined]);
  });
});

describe('a read of one that is followed', () => {
  const at = SENT + 500;
  const patience = 2 * RULES.followDelaysMs.reduce((sum, delay) => sum + delay, 0);

  it('counts when it was due as it was begun', () => {
    expect(changedBy(full('accepted'), absent(NOW - 1))).toBeNull();
    expect(changedBy(full('accepted', { nextReadAt: null }), absent())).toBeNull();
    expect(changedBy(full('accepted'), absent())).toEqual({ reads: 3, nextReadAt: NOW + RULES.followDelaysMs[3]! });
    expect(changedBy(full('rejected'), absent(NOW - 1))).toBeNull();
    expect(changedBy(full('rejected', { nextReadAt: null }), absent())).toBeNull();
  });

  it('is the last one after the last wait: told of one that was accepted, and of no other', () => {
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

  it('that failed is made up for soon, for twice as long as it is followed', () => {
    const until = at + patience;
    const facts = full('accepted', { nextReadAt: at });
    expect(changedBy(facts, failed(at), until - 1)).toEqual({ nextReadAt: until - 1 + RULES.followDelaysMs[0]! });
    expect(changedBy(facts, failed(at), until)).toMatchObject({ reads: 3 });
    expect(changedBy(facts, failed(at - 1), until - 1)).toBeNull();
    expect(changedBy(full('accepted', { arrivedBy: null }), failed())).toMatchObject({ reads: 3 });
  });

  it('that has ended goes on for three days, and for six where reads fail', () => {
    const end = at + 3 * DAY;
    const facts = full('rejected', { nextReadAt: at });
    expect(changedBy(facts, absent(end - 1), end - 1)).toEqual({ reads: 3, nextReadAt: end });
    expect(changedBy(facts, absent(end), end)).toEqual({ reads: 3, nextReadAt: null });
    expect(changedBy(full('rejected', { nextReadAt: at, reads: 99 }), absent(at), at)).toMatchObject({ reads: 100 });
    const last = at + 6 * DAY;
    expect(changedBy(facts, failed(last - 1), last - 1)).toEqual({ nextReadAt: last - 1 + RULES.followDelaysMs[0]! });
    expect(changedBy(facts, failed(last), last)).toEqual({ reads: 3, nextReadAt: null });
  });
});
