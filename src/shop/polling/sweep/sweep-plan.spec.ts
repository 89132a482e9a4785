import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { afterPage, isNextPageWorthwhile, startOfSweep, type SweepProgress, type SweepStart } from './sweep-plan.js';

const NOW = 10_000_000_000;
const WEIGHT_OF_THE_NEWEST = 0.3;

/** An order on the list: its age, whether it is due, and whether it has changed since the last poll. */
interface Listed {
  readonly age: number;
  readonly isDue: boolean;
  readonly isChanged: boolean;
}

interface World {
  /** The newest first. */
  readonly list: readonly Listed[];
  readonly pageSize: number;
}

/** The cost of a sweep in calls: its pages, and a get-order for each due order that they do not spare. */
function callsOf({ list, pageSize }: World, pageMs: number | null = null) {
  const due = list.filter(({ isDue }) => isDue);
  const created = ({ age }: Listed): number => NOW - age;
  const times = due.map(created);
  let progress: SweepProgress = { total: due.length, pages: 0, place: NOW, pageMs: null, covered: 0, saved: 0 };
  if (startOfSweep(times, { now: NOW, pageMs, checkpoint: null }) === null) return { calls: due.length, pages: 0 };
  const unseen = new Set(due);
  for (let page = 0; page * pageSize < list.length; page += 1) {
    if (!isNextPageWorthwhile([...unseen].map(created), progress)) break;
    const items = list.slice(page * pageSize, (page + 1) * pageSize);
    const seen = items.filter(({ isDue }) => isDue);
    for (const each of seen) unseen.delete(each);
    const [newest, oldest] = [created(items[0]!), created(items.at(-1)!)];
    const covered = times.filter((time) => time >= oldest).length;
    progress = afterPage(progress, { newest, oldest, covered, saved: seen.filter((each) => !each.isChanged).length });
  }
  return { calls: progress.pages + due.length - progress.saved, pages: progress.pages };
}

/** The least cost of any number of pages, known only afterwards (reliability: calls(p)). */
function leastOf({ list, pageSize }: World): number {
  const pages = Math.ceil(list.length / pageSize);
  const costs = Array.from({ length: pages + 1 }, (_, p) => {
    const [read, older] = [list.slice(0, p * pageSize), list.slice(p * pageSize)];
    const changed = read.filter(({ isDue, isChanged }) => isDue && isChanged).length;
    return p + older.filter(({ isDue }) => isDue).length + changed;
  });
  return Math.min(...costs);
}

/** Random worlds. `densities` are the chances of being due, for the newest stretch of the list first. */
const worlds = (densities: fc.Arbitrary<number[]>): fc.Arbitrary<World> =>
  fc
    .record({
      densities,
      pageSize: fc.constantFrom(50, 100, 250),
      pages: fc.integer({ min: 4, max: 60 }),
      changed: fc.constantFrom(0, 0, 0.05, 0.5, 0.95, 1),
      gapMs: fc.integer({ min: 10, max: 10_000 }),
      seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map(({ densities: chances, pageSize, pages, changed, gapMs, seed }) => {
      const random = randomFrom(seed);
      const length = pageSize * pages;
      let age = 0;
      const list = Array.from({ length }, (_, index): Listed => {
        age += 1 + Math.floor(random() * 2 * gapMs);
        const chance = chances[Math.floor((index / length) * chances.length)]!;
        return { age, isDue: random() < chance, isChanged: random() < changed };
      });
      return { list, pageSize };
    });

/** Numbers between 0 and 1; the same seed gives the same numbers. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % (2 ** 31 - 1);
    return state / (2 ** 31 - 1);
  };
}

const perMille = (max: number) => fc.integer({ min: 0, max }).map((parts) => parts / 1_000);
const density = fc.oneof(perMille(30), perMille(100), perMille(1_000));
const falling = fc.array(density, { minLength: 1, maxLength: 5 }).map((some) => [...some].sort((a, b) => b - a));
const any = fc.array(fc.oneof(fc.constant(0), density), { minLength: 1, maxLength: 4 });

/** Runs the plan over random worlds. Returns for each world by how much its cost exceeds the least cost and a tenth. */
function excessOf(densities: fc.Arbitrary<number[]>): { excess: number; ratio: number }[] {
  const results: { excess: number; ratio: number }[] = [];
  const property = fc.property(worlds(densities), (world) => {
    const [{ calls }, least] = [callsOf(world), leastOf(world)];
    const due = world.list.filter(({ isDue }) => isDue).length;
    if (due >= 10) results.push({ excess: calls - 1.1 * least, ratio: calls / (least + 4) });
  });
  fc.assert(property, { numRuns: 150 });
  return results;
}

/** A list with one order a second; `due` holds the ages of the due ones in seconds. */
const evenly = (length: number, due: ReadonlySet<number>, pageSize = 100): World => ({
  list: Array.from({ length }, (_, index) => ({ age: (index + 1) * 1_000, isDue: due.has(index), isChanged: false })),
  pageSize,
});
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);

describe('the plan of a sweep', () => {
  // A list may always look thinner than it is: of 20,000 random worlds 12 exceed the tenth here, and 3 of 100 below.
  it.each([
    { where: 'the density falls with age', densities: falling, seldom: 0.03, most: 1.5 },
    { where: 'the density is anything', densities: any, seldom: 0.15, most: 2 },
  ])(
    'costs seldom more than a tenth above the cheapest number of pages, and never much, where $where',
    ({ densities, seldom, most }) => {
      const results = excessOf(densities);
      expect(results.length).toBeGreaterThan(50);
      expect(results.filter(({ excess }) => excess > 4).length).toBeLessThanOrEqual(results.length * seldom);
      expect(Math.max(...results.map(({ ratio }) => ratio))).toBeLessThanOrEqual(most);
    },
  );

  it('reads a single bank transfer of two months ago directly, and never sweeps to it', () => {
    const world = evenly(60_000, new Set([...range(0, 300), 59_990]));
    expect(callsOf(world)).toEqual({ calls: 4, pages: 3 });
    expect(callsOf(evenly(60_000, new Set([59_990])), 100_000)).toEqual({ calls: 1, pages: 0 });
  });

  it('begins where more than one order is due on a page, and not below', () => {
    const each = (gap: number): World => evenly(30_000, new Set(range(0, 30_000).filter((index) => index % gap === 0)));
    const known = 100_000;
    expect(callsOf(each(50), known)).toMatchObject({ calls: 300, pages: 300 });
    // The known page may be twice too long, since the knowledge may be old.
    expect(callsOf(each(250), known)).toMatchObject({ calls: 120, pages: 0 });
  });

  it('crosses pages without due orders where enough of them lie beyond', () => {
    const { calls, pages } = callsOf(evenly(5_000, new Set([...range(0, 50), ...range(1_000, 1_500)])));
    expect({ calls, pages }).toEqual({ calls: 15, pages: 15 });
  });

  it('stops after the pages that show that every order has changed', () => {
    const all = evenly(20_000, new Set(range(0, 20_000)));
    const changed = { ...all, list: all.list.map((each) => ({ ...each, isChanged: true })) };
    const { calls, pages } = callsOf(changed);
    expect(calls).toBe(20_000 + pages);
    expect(pages).toBeLessThan(20);
  });

  it('continues where an earlier sweep was cut short, unless there is more to gain from the head', () => {
    const checkpoint = { place: NOW - 5_000, pageMs: 1_000 };
    const start = (ages: readonly number[]): SweepStart | null =>
      startOfSweep(
        ages.map((age) => NOW - age),
        { now: NOW, pageMs: 500, checkpoint },
      );
    expect(start([5_100, 5_200, 5_300])).toBe('checkpoint');
    expect(start([100, 200, 300])).toBe('head');
    expect(start([50_000])).toBeNull();
    expect(start([])).toBeNull();
  });

  it('crosses many pages without due orders only for a large gain, and gives up where they do not end', () => {
    const at = (pages: number): number[] => range(0, 100).map((index) => NOW - pages * 1_000 + 500 - index);
    const gap = { total: 100, place: NOW, pageMs: 1_000, covered: 0, saved: 0 };
    expect(isNextPageWorthwhile(at(60), { ...gap, pages: 1 })).toBe(true);
    expect(isNextPageWorthwhile(at(70), { ...gap, pages: 1 })).toBe(false);
    expect(isNextPageWorthwhile(at(60), { ...gap, pages: 45 })).toBe(true);
    expect(isNextPageWorthwhile(at(60), { ...gap, pages: 55 })).toBe(false);
  });

  it('reads a first page when any order is due, and none otherwise', () => {
    const progress = { total: 1, pages: 0, place: NOW, pageMs: null, covered: 0, saved: 0 };
    expect([[NOW - 1], []].map((due) => isNextPageWorthwhile(due, progress))).toEqual([true, false]);
  });

  it('learns how much time a page covers: of the first without the quiet time before it, of later ones with it', () => {
    const begun = { total: 100, pages: 0, place: NOW, pageMs: null, covered: 0, saved: 0 };
    const first = afterPage(begun, { newest: NOW - 100, oldest: NOW - 150, covered: 0, saved: 0 });
    expect(first).toMatchObject({ pages: 1, place: NOW - 150, pageMs: 50 });
    const second = afterPage(first, { newest: NOW - 260, oldest: NOW - 300, covered: 0, saved: 0 });
    expect(second).toMatchObject({ pages: 2, place: NOW - 300, pageMs: 50 + 100 * WEIGHT_OF_THE_NEWEST });
  });

  it('learns nothing from a page whose times cannot be read, and ends there', () => {
    const progress = { total: 100, pages: 0, place: NOW, pageMs: null, covered: 0, saved: 0 };
    const after = afterPage(progress, { newest: null, oldest: null, covered: 0, saved: 5 });
    expect(after).toMatchObject({ pages: 1, place: NOW, pageMs: null, saved: 5 });
    expect(isNextPageWorthwhile([NOW - 1], after)).toBe(false);
  });
});
