import { describe, expect, it } from '@jest/globals';
import { cursorOf, pageOf, pageSize, pageStart, type PageStart } from './page.js';

const LIKE = [0, ''] as const;
const rows = (...names: string[]) => names.map((id, index) => ({ at: index, id }));
const page = (start: PageStart, ...names: string[]) => pageOf(rows(...names), start, ({ at, id }) => [at, id]);

describe('a page of a list', () => {
  it('leads to the next page, and from there back to itself', () => {
    const first = page(pageStart({ limit: 2 }, LIKE), 'a', 'b', 'c');
    expect(first).toMatchObject({ items: [{ id: 'a' }, { id: 'b' }], previous: null });
    const next = pageStart({ cursor: first.next, limit: 2 }, LIKE);
    expect(next).toEqual({ place: [1, 'b'], isBack: false, size: 2 });
    const second = page(next, 'c');
    expect(second.next).toBeNull();
    expect(pageStart({ cursor: second.previous }, LIKE)).toEqual({ place: [0, 'c'], isBack: true, size: 50 });
  });

  it('is in the order of the list again if it was read backwards', () => {
    const read = page({ place: [9, 'z'], isBack: true, size: 2 }, 'c', 'b', 'a');
    expect(read.items.map(({ id }) => id)).toEqual(['b', 'c']);
    expect([read.previous, read.next].every(Boolean)).toBe(true);
    expect(page({ place: [9, 'z'], isBack: true, size: 2 }, 'c', 'b').previous).toBeNull();
  });

  it('has no neighbours when it is empty', () => {
    expect(page({ place: [9, 'z'], isBack: true, size: 2 })).toEqual({ items: [], previous: null, next: null });
  });

  it.each(['', '!', 'e30', 'WzFd', 'WzEsMSwyXQ', 'WzEsIngiLCJ5Il0', 'WzEsMSwiXHUwMDAwIl0', null])(
    'begins with the first row for %j, which is no place of this list',
    (cursor) => {
      expect(pageStart({ cursor }, LIKE)).toEqual({ place: null, isBack: false, size: 50 });
    },
  );

  it('accepts the two old names of a cursor', () => {
    expect([cursorOf({ after: 'x' }), cursorOf({ before: 'y' }), cursorOf({ after: '' })]).toEqual(['x', 'y', null]);
  });

  it('has one to a thousand rows', () => {
    expect([pageSize(), pageSize(0), pageSize(Number.NaN), pageSize(7.9), pageSize(5_000), pageSize(500, 200)]).toEqual(
      [50, 1, 1, 7, 1_000, 200],
    );
  });
});
