import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { createRequire } from 'node:module';
import { cronFault, nextCronTime } from '../../../src/support/index.js';

/** What `@nestjs/schedule` brings. */
interface CronPackage {
  readonly CronTime: new (
    expression: string,
    zone: string,
  ) => { getNextDateFrom(start: Date, zone: string): { toMillis(): number } };
}

const scheduler = createRequire(import.meta.url).resolve('@nestjs/schedule');
const { CronTime } = createRequire(scheduler)('cron') as CronPackage;

/** A field of an expression: `*`, a step, a number, a range or a list. */
const field = (low: number, high: number): fc.Arbitrary<string> => {
  const number = fc.integer({ min: low, max: high });
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('*') },
    number.map(String),
    fc.integer({ min: 2, max: 9 }).map((step) => `*/${step}`),
    fc.tuple(number, number).map((two) => two.sort((a, b) => a - b).join('-')),
    fc.array(number, { minLength: 1, maxLength: 3 }).map((all) => all.join(',')),
  );
};

const expression = fc
  .tuple(field(0, 59), field(0, 59), field(0, 23), field(1, 31), field(1, 12), field(0, 7))
  .map((fields) => fields.join(' '))
  .filter((text) => cronFault(text) === null);

describe('the next time of an expression', () => {
  it('is the one that the scheduler’s own library has', () => {
    const start = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2029, 0, 1) });
    fc.assert(
      fc.property(expression, start, (text, after) => {
        const date = new CronTime(text, 'UTC').getNextDateFrom(new Date(after), 'UTC');
        expect(nextCronTime(text, after)).toBe(date.toMillis());
      }),
      { numRuns: 300 },
    );
  });
});
