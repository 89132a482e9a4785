import { describe, expect, it } from '@jest/globals';
import { sized } from '../support/long-run.js';
import { Played, simulate } from './command.js';
import { subject } from './module/subject.js';

/** More of them: `npm run simulate -- module`. */
const SCHEDULES = sized({ usual: 400, long: 2_000 });
/** From here on the rarest fault and the best hidden mutant are not far. */
const FROM = 1_034;

describe('the whole module in a world of faults (scenarios R1, R7, W5, W6, L2 and D8)', () => {
  const played = new Played('module', SCHEDULES, FROM);

  it('breaks nothing in hundreds of schedules; what it breaks is printed with its seed', () => {
    expect(played.report.faults).toEqual([]);
    expect(played.report.schedules).toBeGreaterThanOrEqual(SCHEDULES);
    expect(played.report.variants.map(({ variant }) => variant.name)).toEqual(subject.variants.map(({ name }) => name));
  });

  it.each(subject.variants.filter(({ mustViolate }) => mustViolate.length === 0).map(({ name }) => [name]))(
    'has orders paid, refunds made and notifications taken in: %s',
    (name) => {
      const { tally } = played.variant(name);
      expect(played.wrongIn(name)).toEqual([]);
      expect(tally.counts['orders paid']).toBeGreaterThan(tally.schedules / 2);
      expect(tally.counts['intents']).toBeGreaterThan(tally.schedules / 2);
    },
  );

  it('injects every kind of fault', () => {
    const kinds = new Set(played.report.variants.flatMap(({ tally }) => Object.keys(tally.faults)));
    expect([...kinds].sort()).toEqual([
      '5xx after',
      '5xx before',
      'acknowledgement lost',
      'asked by strangers',
      'cancelled',
      'cancelled by the shop',
      'charged back',
      'clock step',
      'copied',
      'crash',
      'database',
      'decided',
      'declined',
      'delivery lost',
      'failed read',
      'foreign',
      'forged',
      'handler failed',
      'late arrival',
      'late stall',
      'lost request',
      'lost response',
      'misconfigured',
      'no balance',
      'notification late',
      'notification lost',
      'notification repeated',
      'other amount',
      'other order in the query',
      'partly charged back',
      'pause',
      'refusal',
      'refused',
      'replayed',
      'slow read',
      'stale read',
      'throttled',
    ]);
  });

  it('finds every payment though no one reports it, before the order is twice as old', () => {
    const { tally } = played.variant('nothing-told');
    expect(tally.counts['notifications']).toBe(0);
    expect(tally.counts['most stale of age']).toBeLessThanOrEqual(0.51);
  });

  it('sees it fail beyond what is promised', () => {
    expect(played.variant('beyond-late-3600').tally.violations['S1']).toBeGreaterThan(0);
  });

  it.each(subject.contestants.map(({ policy, fails }) => [policy, fails] as const))(
    'notices when %s: one of %j',
    (policy) => {
      const { isCaught, caughtBy, seed } = played.contestant(policy);
      expect({ isCaught, caughtBy, seed }).toMatchObject({ isCaught: true, seed: expect.any(Number) });
    },
  );

  it('notices a breach of each invariant by at least one of those', () => {
    const noticed = new Set(played.report.contestants.flatMap(({ tally }) => Object.keys(tally.violations)));
    expect([...subject.invariants].filter((each) => !noticed.has(each))).toEqual([]);
  });

  it('replays a schedule by its seed, line by line, and always in the same way', async () => {
    const first = await simulate(['module'], { SEED: '7', VARIANT: 'base' });
    const second = await subject.replay({ seed: 7, variant: 'base', policy: 'module' });
    expect(first).toBe(`${second.join('\n')}\n`);
    expect(first.split('\n').length).toBeGreaterThan(20);
  });
});
