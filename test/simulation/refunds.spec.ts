import { describe, expect, it } from '@jest/globals';
import { sized } from '../support/long-run.js';
import { Played, simulate } from './command.js';
import { subject } from './refunds/subject.js';

/** More of them: `npm run simulate -- refunds`. */
const SCHEDULES = sized({ usual: 3_000, long: 20_000 });

describe('refunds in a world of faults (scenarios R1, R2, R5 and R7)', () => {
  const played = new Played('refunds', SCHEDULES);

  it('breaks nothing in thousands of schedules; what it breaks is printed with its seed', () => {
    expect(played.report.faults).toEqual([]);
    expect(played.report.schedules).toBeGreaterThanOrEqual(SCHEDULES);
    expect(played.report.variants.map(({ variant }) => variant.name)).toEqual(subject.variants.map(({ name }) => name));
  });

  it.each(subject.variants.filter(({ mustViolate }) => mustViolate.length === 0).map(({ name }) => [name]))(
    'pays nothing twice, says nothing wrong, and needs a person for next to nothing: %s',
    (name) => {
      const { variant, tally } = played.variant(name);
      expect(played.wrongIn(name)).toEqual([]);
      expect(tally.counts['intents']).toBeGreaterThan(tally.schedules * 3);
      expect((tally.counts['went to a person'] ?? 0) / tally.counts['intents']!).toBeLessThan(variant.mostToPerson);
    },
  );

  it('injects every kind of fault, repeatedly', () => {
    const { faults } = played.variant('base').tally;
    expect(Object.keys(faults).sort()).toEqual([
      '5xx after',
      '5xx before',
      'cancelled',
      'copied',
      'crash',
      'database',
      'decided',
      'declined',
      'failed read',
      'foreign',
      'late arrival',
      'late stall',
      'lost request',
      'lost response',
      'misconfigured',
      'no balance',
      'notification late',
      'notification lost',
      'notification repeated',
      'pause',
      'refusal',
      'refused',
      'refused for good',
      'slow read',
      'stale read',
      'throttled',
    ]);
    expect(Object.values(faults).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(SCHEDULES / 2);
  });

  it.each(subject.variants.filter(({ mustViolate }) => mustViolate.length > 0).map(({ name }) => [name]))(
    'sees the protocol fail where it must: %s',
    (name) => {
      const { variant, tally } = played.variant(name);
      for (const invariant of variant.mustViolate) expect(tally.violations[invariant]).toBeGreaterThan(0);
    },
  );

  it.each(
    subject.contestants.filter(({ kind }) => kind === 'naive').map(({ policy, fails }) => [policy, fails] as const),
  )('sees through a naive way to refund: %s violates %j', (policy, fails) => {
    expect(played.contestant(policy).caughtBy).toEqual(fails);
  });

  it.each(
    subject.contestants.filter(({ kind }) => kind === 'mutant').map(({ policy, fails }) => [policy, fails] as const),
  )('notices when %s: one of %j', (policy) => {
    const { isCaught, caughtBy, seed } = played.contestant(policy);
    expect({ isCaught, caughtBy, seed }).toMatchObject({ isCaught: true, seed: expect.any(Number) });
  });

  it('notices a breach of each invariant by at least one of those', () => {
    const noticed = new Set(played.report.contestants.flatMap(({ caughtBy }) => caughtBy));
    expect([...subject.invariants].filter((each) => !noticed.has(each))).toEqual([]);
  });

  it('replays a schedule by its seed, line by line, and always in the same way', async () => {
    const { seed } = played.variant('beyond-late-3600').tally.failures.find(({ invariant }) => invariant === 'S1')!;
    const variant = 'beyond-late-3600';
    const first = await simulate(['refunds'], { SEED: String(seed), VARIANT: variant });
    const second = await subject.replay({ seed, variant, policy: 'module' });
    expect(first).toBe(`${second.join('\n')}\n`);
    expect(first.split('\n').filter((line) => line.includes('booked as')).length).toBeGreaterThan(1);
    expect(first).toMatch(/S1 is violated: refund-\d+: booked 2 times\n/);
  });
});
