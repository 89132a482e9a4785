import { expect, it } from '@jest/globals';
import { grouped } from './grouped.js';

it('items are listed by their key, in their order, and keys in the order of their first items', () => {
  const lists = grouped(['b1', 'a1', 'b2', '', 'a2'], (text) => text[0] ?? null);
  expect([...lists]).toEqual([
    ['b', ['b1', 'b2']],
    ['a', ['a1', 'a2']],
    [null, ['']],
  ]);
  expect(grouped([], String).size).toBe(0);
});
