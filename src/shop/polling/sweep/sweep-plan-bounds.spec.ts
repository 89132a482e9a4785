import { expect, it } from '@jest/globals';
import { afterPage, isNextPageWorthwhile, startOfSweep, type SweepProgress } from './sweep-plan.js';

const NOW = 10_000_000_000;
const ages = (...given: number[]): number[] => given.map((age) => NOW - age);
const some = (count: number): number[] => Array.from({ length: count }, (_, index) => NOW - 1 - index);
const begun = { total: 100, pages: 1, place: NOW, pageMs: 100, covered: 0, saved: 0 };

it('a sweep begins at these bounds', () => {
  const start = (due: number[], pageMs: number | null, checkpoint: { place: number; pageMs: number | null } | null) =>
    startOfSweep(due, { now: NOW, pageMs, checkpoint });
  const place = NOW - 1_000;
  expect([
    // A tenth of this number is one page.
    start(some(9), null, null),
    start(some(10), null, null),
    // A page that is twice as long as it was: 200.
    start(ages(1, 200), 100, null),
    start(ages(1, 201), 100, null),
    start(ages(1, 2), 100, { place, pageMs: 50 }),
    start(ages(1_001, 1_050), 100, { place, pageMs: 50 }),
    start(ages(1_001, 1_051), 100, { place, pageMs: 50 }),
    start(ages(1_000, 1_001), 100, { place, pageMs: 50 }),
    start(ages(1_001, 1_050), null, { place, pageMs: null }),
    // The head promises more, and as much.
    start(ages(1, 2, 1_001, 1_002, 1_003), 600, { place, pageMs: 50 }),
    start(ages(1_001, 1_002), 600, { place, pageMs: 50 }),
  ]).toMatchSnapshot();
});

it('a sweep goes on at these bounds', () => {
  const goesOn = (due: number[], change: Partial<SweepProgress>) => isNextPageWorthwhile(due, { ...begun, ...change });
  expect([
    goesOn(ages(1, 2), {}),
    goesOn(ages(1), {}),
    goesOn(ages(0, 1), {}),
    goesOn(ages(1, 2), { pages: 0, pageMs: null }),
    goesOn([], { pages: 0, pageMs: null }),
    goesOn(ages(1, 2), { pageMs: null }),
    // The spared share of the orders seen: a half, a third.
    goesOn(ages(1, 2, 3), { covered: 2, saved: 0 }),
    goesOn(ages(1, 2), { covered: 2, saved: 0 }),
    goesOn(ages(1, 2, 3), { covered: 4, saved: 0 }),
    goesOn(ages(1, 2), { covered: 2, saved: 5 }),
    // Pages may cost a tenth of all orders in addition to the expected gain: 10 and 1.
    goesOn(ages(1, 2), { pages: 11 }),
    goesOn(ages(1, 2), { pages: 12 }),
    goesOn(ages(1, 2), { pages: 13, saved: 2 }),
    // A gap of four pages may be chance. A longer one must promise half of its pages.
    goesOn(ages(301, 302, 303, 304, 305), {}),
    goesOn(ages(400, 400, 400, 400, 400), {}),
    goesOn(ages(401, 402, 403, 404, 405, 406, 407), {}),
    goesOn(ages(100, 401, 402, 403, 404, 405, 406), {}),
    goesOn(ages(401, 402, 403, 404, 405, 406, 407, 408), {}),
  ]).toMatchSnapshot();
});

it('a sweep learns this of a page', () => {
  const after = (change: Partial<SweepProgress>, newest: number | null, oldest: number | null) =>
    afterPage({ ...begun, ...change }, { newest, oldest, covered: 3, saved: 2 });
  expect([
    after({ pages: 0, pageMs: null }, NOW - 10, NOW - 30),
    after({ pages: 0, pageMs: 7 }, NOW - 10, NOW - 30),
    after({ pages: 0, pageMs: null }, NOW + 10, NOW - 30),
    after({ pages: 0, pageMs: null }, NOW - 30, NOW - 30),
    after({ saved: 4, covered: 5 }, NOW - 10, NOW - 30),
    after({ pageMs: null }, NOW - 10, NOW - 30),
    after({}, NOW + 20, NOW + 10),
    after({}, null, NOW - 30),
    after({}, NOW - 10, null),
  ]).toMatchSnapshot();
});
