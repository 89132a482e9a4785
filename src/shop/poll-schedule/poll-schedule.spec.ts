import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PollingOptions, settled, type PollingSettings } from '../core/index.js';
import { expiresAt, firstPollAt, nextPollAt, payableUntil, type PollFacts } from './poll-schedule.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const T0 = 1_764_000_000_000;
const DEFAULTS = settled(PollingOptions);

const facts = (change: Partial<PollFacts> = {}): PollFacts => ({
  openedAt: T0,
  activeUntil: null,
  method: null,
  methodSince: null,
  underWay: false,
  ...change,
});

/** When an order is polled while nothing new is seen; ages in milliseconds. */
function pollTimes(about: PollFacts, plan: PollingSettings, chance: () => number): number[] {
  const polls: number[] = [];
  for (let at: number | null = firstPollAt(about.openedAt, plan); at !== null;) {
    polls.push(at - about.openedAt);
    if (polls.length > 2_000) throw new Error('it never ends');
    at = nextPollAt(about, plan, { now: at, chance: chance() });
  }
  return polls;
}

const anyPlan = fc
  .record({
    firstLookMs: fc.integer({ min: 10_000, max: HOUR }),
    growth: fc.double({ min: 1.2, max: 4, noNaN: true }),
    jitter: fc.double({ min: 0, max: 0.5, noNaN: true }),
    maxGapMs: fc.integer({ min: DAY, max: 90 * DAY }),
    graceMs: fc.integer({ min: HOUR, max: 90 * DAY }),
  })
  .map((given) => settled(PollingOptions, given));
const anyFacts = fc
  .record({
    method: fc.constantFrom(null, 'SOMETHING_NEW', ...Object.keys(DEFAULTS.expiry)),
    methodAge: fc.integer({ min: 0, max: 40 * DAY }),
    activeMs: fc.option(fc.integer({ min: 1_000, max: 365 * DAY })),
    underWay: fc.boolean(),
  })
  .map(({ method, methodAge, activeMs, underWay }) =>
    facts({
      method,
      methodSince: method === null ? null : T0 + methodAge,
      activeUntil: activeMs === null ? null : T0 + activeMs,
      underWay,
    }),
  );
/** A number in [0, 1). */
const anyChance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

describe('the schedule of polls', () => {
  it('begins after two minutes, and doubles the age each time', () => {
    const ages = pollTimes(facts({ method: 'IDEAL', methodSince: T0 }), DEFAULTS, () => 0).map((age) => age / MINUTE);
    expect(ages).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 25 * 60]);
  });

  it.each([
    ['MBWAY', 4 * MINUTE],
    ['IDEAL', HOUR],
    ['IN3', 2 * HOUR],
    ['MULTIBANCO', 3 * DAY],
    ['PAYPAL', 14 * DAY],
    ['BANKTRANS', 60 * DAY],
    ['PAYAFTER', 90 * DAY],
    ['NEVER_HEARD_OF', 30 * DAY],
    [null, 30 * DAY],
  ])('of %s ends a day after its expiry', (method, expiry) => {
    expect(pollTimes(facts({ method, methodSince: method === null ? null : T0 }), DEFAULTS, () => 0.5).at(-1)).toBe(
      expiry + DAY,
    );
  });

  it('follows the limit of the shop where that lasts longer, and only that where no payment was begun', () => {
    const bound = { activeUntil: T0 + 5 * DAY };
    expect(expiresAt(facts(bound), DEFAULTS)).toBe(T0 + 5 * DAY);
    expect(expiresAt(facts({ activeUntil: T0 + HOUR }), DEFAULTS)).toBe(T0 + HOUR);
    expect(expiresAt(facts({ ...bound, method: 'IDEAL', methodSince: T0 }), DEFAULTS)).toBe(T0 + 5 * DAY);
    expect(expiresAt(facts({ ...bound, method: 'BANKTRANS', methodSince: T0 + DAY }), DEFAULTS)).toBe(T0 + 61 * DAY);
  });

  it('waits longer for money that is under way, from when it was seen', () => {
    const about = facts({ method: 'IDEAL', methodSince: T0 + HOUR, underWay: true });
    expect(expiresAt(about, DEFAULTS)).toBe(T0 + HOUR + 90 * DAY);
  });

  it('takes about sixteen polls for a bank transfer of sixty days, with any jitter', () => {
    const about = facts({ method: 'BANKTRANS', methodSince: T0 });
    const counts = [0, 0.5, 0.999_999].map((chance) => pollTimes(about, DEFAULTS, () => chance).length);
    expect(counts).toEqual([17, 17, 18]);
  });

  it('finds a payment before the age has grown by the factor, between the least and the longest gap', () => {
    fc.assert(
      fc.property(anyFacts, anyPlan, anyChance, fc.integer({ min: 0, max: 400 * DAY }), (about, plan, chance, age) => {
        const now = T0 + age;
        const next = nextPollAt(about, plan, { now, chance });
        const last = expiresAt(about, plan) + plan.graceMs;
        if (next === null) return expect(now).toBeGreaterThanOrEqual(last);
        const gap = next - now;
        expect(gap).toBeGreaterThanOrEqual(plan.firstLookMs);
        expect(gap).toBeLessThanOrEqual(Math.max(plan.firstLookMs, plan.maxGapMs));
        expect(gap).toBeLessThanOrEqual(Math.max(plan.firstLookMs, Math.ceil(age * (plan.growth - 1))));
        expect(next).toBeLessThanOrEqual(Math.max(now + plan.firstLookMs, last));
      }),
    );
  });

  it('ends, after no more polls than its growth and its longest gap allow, with one after expiry and grace', () => {
    fc.assert(
      fc.property(anyFacts, anyPlan, fc.array(anyChance, { minLength: 1, maxLength: 5 }), (about, plan, chances) => {
        let polls = 0;
        const ages = pollTimes(about, plan, () => chances[(polls += 1) % chances.length]!);
        const last = expiresAt(about, plan) + plan.graceMs - T0;
        expect(ages.at(-1)).toBeGreaterThanOrEqual(Math.min(last, ages[0]!));
        expect(ages.at(-1)).toBeLessThanOrEqual(Math.max(last, 0) + plan.firstLookMs);
        const least = 1 + (plan.growth - 1) * (1 - plan.jitter);
        // While the gap by age is below the least gap, each poll comes one least gap later.
        const even = 1 / (least - 1);
        const growing = Math.log(Math.max(1, last / plan.firstLookMs)) / Math.log(least);
        const capped = last / plan.maxGapMs;
        expect(ages.length).toBeLessThanOrEqual(Math.ceil(even + growing + capped) + 4);
      }),
    );
  });

  it('has these polls, at its bounds', () => {
    const plan = { ...DEFAULTS, firstLookMs: 1_000, growth: 3, jitter: 0.5, maxGapMs: 20_000, graceMs: 5_000 };
    const about = { openedAt: 0, activeUntil: 100_000 };
    const next = (now: number, chance: number): number | null => nextPollAt(facts(about), plan, { now, chance });
    const table = [
      [-1, 0, 999],
      [0, 0, 1_000],
      [499, 0, 1_499],
      [500, 0, 1_500],
      [501, 0, 1_503],
      [1_000, 0, 3_000],
      [1_000, 0.5, 2_500],
      [1_001, 0.33, 2_673],
      [9_999, 0, 29_997],
      [10_000, 0, 30_000],
      [10_001, 0, 30_001],
      [84_999, 0, 104_999],
      [85_001, 0, 105_000],
      [103_999, 0, 105_000],
      [104_000, 0, 105_000],
      [104_001, 0, 105_001],
      [104_999, 0, 105_999],
      [105_000, 0, null],
    ] as const;
    expect(table.map(([now, chance]) => [now, chance, next(now, chance)])).toEqual(table);
  });

  it('lasts until these times', () => {
    const plan = { ...DEFAULTS, expiry: { OTHER: 30, UNCLEARED: 90, IDEAL: 10 } };
    const until = (change: Partial<PollFacts>) => expiresAt(facts({ openedAt: 1_000, ...change }), plan);
    expect([
      until({}),
      until({ activeUntil: 1_005 }),
      until({ methodSince: 1_500 }),
      until({ method: 'IDEAL' }),
      until({ method: 'IDEAL', methodSince: 1_500 }),
      until({ method: 'NEW', methodSince: 1_500 }),
      until({ method: 'IDEAL', methodSince: 1_500, activeUntil: 1_509 }),
      until({ method: 'IDEAL', methodSince: 1_500, activeUntil: 1_511 }),
      until({ underWay: true }),
      until({ underWay: true, methodSince: 1_500, activeUntil: 1_589 }),
      until({ underWay: true, methodSince: 1_500, activeUntil: 1_591 }),
    ]).toEqual([1_030, 1_005, 1_030, 1_010, 1_510, 1_530, 1_510, 1_511, 1_090, 1_590, 1_591]);
    expect(expiresAt(facts({ openedAt: 1_000, underWay: true }), { ...DEFAULTS, expiry: {} })).toBe(1_000);
  });

  it('continues as long as the link of the page, or of a second chance, can be used: five polls more', () => {
    const until = (request: Parameters<typeof payableUntil>[1]) => payableUntil(T0, request, DEFAULTS);
    expect([
      until({}),
      until({ type: 'paymentlink', gatewayInfo: { issuer_id: '0031' } }),
      until({ type: 'direct' }),
      until({ type: 'direct', daysActive: 3 }),
      until({ type: 'direct', secondChance: true }),
      until({ gatewayInfo: { terminal_id: 'T-1' } }),
      until({ secondChance: false }),
      until({ secondsActive: 60, daysActive: 3 }),
      until({ daysActive: 3 }),
      until({ secondChance: true }),
      until({ secondChance: true, daysActive: 3 }),
    ]).toEqual([
      T0 + 30 * DAY,
      T0 + 30 * DAY,
      null,
      T0 + 3 * DAY,
      T0 + 31 * DAY,
      null,
      T0 + 30 * DAY,
      T0 + MINUTE,
      T0 + 3 * DAY,
      T0 + 31 * DAY,
      T0 + 4 * DAY,
    ]);
    const left = facts({ method: 'IDEAL', methodSince: T0, activeUntil: until({ secondChance: true }) });
    const ages = pollTimes(left, DEFAULTS, () => 0).map((age) => age / DAY);
    expect([ages.length, ages.at(-1)]).toEqual([16, 32]);
    expect(payableUntil(T0, { secondChance: true }, { ...DEFAULTS, expiry: {} })).toBe(T0 + DAY);
  });

  it('ends though the facts change at every poll, each beginning its time anew: after two years at the latest', () => {
    const ages: number[] = [];
    for (let at: number | null = T0 + HOUR; at !== null && ages.length < 200;) {
      ages.push(at - T0);
      at = nextPollAt(facts({ method: 'VISA', methodSince: at, underWay: true }), DEFAULTS, { now: at, chance: 0 });
    }
    expect(ages.at(-1)).toBe(731 * DAY);
    expect(ages.length).toBeLessThan(40);
  });

  it('does not move when the clock was put back before the order was opened', () => {
    expect(nextPollAt(facts(), DEFAULTS, { now: T0 - HOUR, chance: 0 })).toBe(T0 - HOUR + 2 * MINUTE);
  });
});
