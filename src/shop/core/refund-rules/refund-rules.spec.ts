import { describe, expect, it } from '@jest/globals';
import {
  lanePauseMs,
  nextFollowAt,
  notSentDelayMs,
  readDelayMs,
  refundRuleFaults,
  toRefundRules,
  withWideSlots,
} from './refund-rules.js';
import { refundRuleBounds } from '../../../../test/support/rule-bounds.js';
import type { RefundRuleOptions } from '../options/refund-rule.options.js';

const NUMBERS = refundRuleBounds().filter(({ byDefault }) => typeof byDefault === 'number');
const LISTS = refundRuleBounds().filter(({ byDefault }) => typeof byDefault !== 'number');
const HOUR = 3_600_000;

/** Rules from a configuration that the compiler has not checked. */
const fromOutside = (json: string): RefundRuleOptions => JSON.parse(json) as RefundRuleOptions;

describe('toRefundRules', () => {
  it('has the defaults of the quiet protocol', () => {
    expect(toRefundRules()).toMatchObject({
      mode: 'strict',
      spacingMs: 1_000,
      sendWithinMs: 1_000,
      quietMs: 900_000,
      cleanReads: 2,
      cleanReadGapMs: 60_000,
      maxAttempts: 4,
      equalAmountGapMs: 301_000,
      readDelaysMs: [5_000, 15_000, 45_000, 120_000, 300_000],
    });
    expect(toRefundRules({ mode: 'paced' })).toMatchObject({ spacingMs: 1_100, sendWithinMs: 100 });
    expect(toRefundRules({ mode: 'paced', spacingMs: 1_500, quietMs: undefined })).toMatchObject({
      spacingMs: 1_500,
      quietMs: 900_000,
    });
  });

  it.each([
    [1_000, 100],
    [1_400, 400],
    [60_000, 1_000],
  ])('paced with %i ms from start to start, a request may be %i ms late', (spacingMs, sendWithinMs) => {
    expect(toRefundRules({ mode: 'paced', spacingMs }).sendWithinMs).toBe(sendWithinMs);
    expect(toRefundRules({ mode: 'paced', spacingMs, sendWithinMs: 50 }).sendWithinMs).toBe(50);
  });

  it.each([
    ['strict', 0, { spacingMs: 1_000, sendWithinMs: 1_000 }],
    ['strict', 500, { spacingMs: 1_000, sendWithinMs: 1_000 }],
    ['strict', 600.2, { spacingMs: 1_000, sendWithinMs: 1_201 }],
    ['strict', 60_000, { spacingMs: 1_000, sendWithinMs: 5_000 }],
    ['paced', 50, { spacingMs: 1_100, sendWithinMs: 100 }],
    ['paced', 280, { spacingMs: 1_560, sendWithinMs: 560 }],
    ['paced', 60_000, { spacingMs: 6_000, sendWithinMs: 5_000 }],
  ] as const)('%s where storing a slot has taken %f ms, slots are so wide', (mode, storedInMs, expected) => {
    const rules = toRefundRules({ mode });
    expect(withWideSlots(rules, storedInMs)).toEqual({ ...rules, ...expected });
  });

  it('wide spacing of the options is kept where slots have room in it', () => {
    const rules = toRefundRules({ mode: 'paced', spacingMs: 10_000 });
    expect(withWideSlots(rules, 2_000)).toMatchObject({ spacingMs: 10_000, sendWithinMs: 4_000 });
  });

  it('cannot be changed afterwards, and does not change with what it was made of', () => {
    const delays = [5_000];
    const rules = toRefundRules({ readDelaysMs: delays });
    delays.push(0);
    expect(rules.readDelaysMs).toEqual([5_000]);
    expect(() => Object.assign(rules, { quietMs: 0 })).toThrow(TypeError);
    expect(() => Object.assign(rules.followDelaysMs, { 0: 0 })).toThrow(TypeError);
  });

  it('lists everything that is not safe, and takes none of it', () => {
    const unsafe = { quietMs: 60_000, cleanReads: 1, spacingMs: 999, equalAmountGapMs: 299_999 };
    expect(refundRuleFaults(unsafe)).toHaveLength(5);
    expect(() => toRefundRules(unsafe)).toThrow(/quietMs.*cleanReads/);
  });
});

describe('the bounds of the rules', () => {
  it.each(NUMBERS)(
    '$rule: the default and both ends are allowed, what is beyond or no whole number is not',
    ({ rule, byDefault, min, max }) => {
      expect([NUMBERS.length, LISTS.length]).toEqual([17, 2]);
      expect([Number(byDefault) >= min, Number(byDefault) <= max]).toEqual([true, true]);
      const about = (value: unknown): string[] =>
        refundRuleFaults({ [rule]: value }).filter((fault) => fault.startsWith(`${rule} must be a whole number`));
      for (const value of [byDefault, min, max]) expect(about(value)).toEqual([]);
      for (const value of [min - 1, max + 1, min + 0.5, Number.NaN, Infinity, `${byDefault}`]) {
        expect(about(value)).toHaveLength(1);
      }
    },
  );

  it.each(LISTS)('$rule: a short list of waits, each within its bounds', ({ rule, byDefault, min, max }) => {
    const about = (value: unknown): number => refundRuleFaults({ [rule]: value }).length;
    expect([about(byDefault), about([min]), about([min, HOUR])]).toEqual([0, 0, 0]);
    const wrong = [[], [min - 1], [max + 1], [Number.NaN], Array.from({ length: 21 }, () => min), 5_000, {}, 'soon'];
    expect(wrong.map(about)).toEqual(wrong.map(() => 1));
  });

  it.each([
    ['sending again within the distance of equal amounts', { equalAmountGapMs: HOUR }, 'equalAmountGapMs'],
    ['giving up before anything can be proved', { quietMs: 24 * HOUR }, 'unresolvedMs'],
    ['a mode that does not exist', fromOutside('{"mode":"fast"}'), 'mode'],
    ['a rule that does not exist', fromOutside('{"quitMs":1}'), 'quitMs: is no option'],
  ])('rule out %s', (_name, options, text) => {
    expect(refundRuleFaults(options)).toEqual([expect.stringContaining(text)]);
  });
});

describe('rules that go together', () => {
  // The quiet time, and two reads after it. Each comes a gap and the longest wait after the one before.
  const proof = 900_000 + 2 * (60_000 + HOUR);
  const waits = { readDelaysMs: [5_000, HOUR, 1_000] };

  it.each<[RefundRuleOptions, string[]]>([
    [{ quietMs: 900_000, equalAmountGapMs: 900_000 }, []],
    [{ quietMs: 900_000, equalAmountGapMs: 900_001 }, ['quietMs']],
    [{ ...waits, unresolvedMs: proof }, []],
    [{ ...waits, unresolvedMs: proof - 1 }, ['unresolvedMs']],
  ])('%j: faults %j', (options, expected) => {
    expect(refundRuleFaults(options).map((fault) => fault.split(':')[0])).toEqual(expected);
  });
});

describe('waits', () => {
  const rules = toRefundRules({ readSpreadPercent: 20 });

  it('between reads grow, then stay, and are spread upwards', () => {
    expect([0, 1, 2, 3, 4, 5, 99].map((reads) => readDelayMs(rules, reads, 0) / 1_000)).toEqual([
      5, 15, 45, 120, 300, 300, 300,
    ]);
    expect([readDelayMs(rules, 0, 0.5), readDelayMs(rules, 0, 1)]).toEqual([5_500, 6_000]);
  });

  it('of a refund that is followed end', () => {
    expect([0, 5, 6].map((reads) => nextFollowAt(rules, reads, 1_000))).toEqual([
      1_000 + HOUR,
      1_000 + 168 * HOUR,
      null,
    ]);
  });

  it('after failures double, up to a bound', () => {
    expect([0, 1, 2, 7, 1_000].map((failures) => notSentDelayMs(rules, failures))).toEqual([
      5_000, 5_000, 10_000, 300_000, 300_000,
    ]);
    expect([1, 2, 7, 1_000].map((failures) => lanePauseMs(rules, failures))).toEqual([60_000, 120_000, HOUR, HOUR]);
  });
});
