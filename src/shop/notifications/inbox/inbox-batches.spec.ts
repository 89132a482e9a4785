import { expect, it } from '@jest/globals';
import { splitFresh } from './inbox-batches.js';
import { isInParts, splitBody } from './notification-bodies.js';
import { NotificationEntity } from './notification.entity.js';

const rowOf = (name: string): NotificationEntity => {
  const [id, attempts] = [name.slice(0, 1), Number(name.slice(1))];
  return Object.assign(new NotificationEntity(), { id, attempts });
};

it.each([
  ['', 2, ''],
  ['a1', 2, 'a'],
  ['a1 b1', 2, 'ab'],
  ['a1 b1 c1', 2, 'ab c'],
  ['a1 b1 c1 d1 e1', 2, 'ab cd e'],
  ['a1 b2 c1 d0 e1', 2, 'b d ac e'],
  ['a1 x1 b1', 2, 'x ab'],
  ['a1 x2 b1', 1, 'x a b'],
])('of %p at most %d share a transaction: %p', (names, most, groups) => {
  const rows = names.split(' ').filter(Boolean).map(rowOf);
  const split = splitFresh(rows, most, ({ id }) => id !== 'x');
  expect(split.map((some) => some.map(({ id }) => id).join('')).join(' ')).toBe(groups);
});

it.each([
  [0, [0]],
  [1, [1]],
  [48_000, [48_000]],
  [48_001, [48_000, 1]],
  [96_000, [48_000, 48_000]],
  [96_001, [48_000, 48_000, 1]],
])('a body of %d bytes is kept as %j', (bytes, sizes) => {
  const body = Buffer.alloc(bytes, 'abc');
  const { head, parts } = splitBody(body);
  expect([head, ...parts].map(({ length }) => length)).toEqual(sizes);
  expect(Buffer.concat([head, ...parts]).equals(body)).toBe(true);
  expect(isInParts({ id: 'a', body: head, parts: parts.length })).toBe(sizes.length > 1);
  expect(isInParts({ id: 'a', body, parts: parts.length })).toBe(false);
});
