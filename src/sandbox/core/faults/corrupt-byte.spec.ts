import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { corruptByte } from './corrupt-byte.js';
import { piecesOf } from './paced-body.js';

describe('a corrupted body', () => {
  it('differs in exactly one byte, has the same length, and is still JSON', () => {
    const anyOrder = fc.record({ amount: fc.nat(), description: fc.string({ unit: 'grapheme' }), created: fc.nat() });
    fc.assert(
      fc.property(anyOrder, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (order, roll) => {
        const before = JSON.stringify(order);
        const after = corruptByte(before, roll);
        const [from, to] = [Buffer.from(before), Buffer.from(after)];
        expect(to.length).toBe(from.length);
        expect([...from].filter((byte, index) => byte !== to[index])).toHaveLength(1);
        expect(() => void JSON.parse(after)).not.toThrow();
      }),
    );
  });

  it('is unchanged if it has no digit', () => {
    expect(corruptByte('{}', 0.5)).toBe('{}');
  });
});

describe('the pieces of a slow body', () => {
  it('are the body again when joined, and never empty', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const pieces = piecesOf(Buffer.from(bytes));
        expect(Buffer.concat(pieces)).toEqual(Buffer.from(bytes));
        expect(pieces.every((piece) => piece.length > 0)).toBe(true);
        expect(pieces.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});
