import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isName, storableText } from './storable-text.js';

describe('text for a column', () => {
  it('keeps what fits', () => {
    expect(storableText('Größe ☕ 😀', 64)).toBe('Größe ☕ 😀');
  });

  it('counts characters as databases do, and cuts none in half', () => {
    expect(storableText('😀'.repeat(70), 64)).toBe('😀'.repeat(64));
  });

  it('accepts a name only if a column can hold it', () => {
    expect(['', 'S10042', '😀'.repeat(255)].every((text) => isName(text))).toBe(true);
    const nothing = [undefined, null, 1, true, {}, ['S1'], new String('S1'), 'a\0', '\ud800', 'x'.repeat(256)];
    expect(nothing.filter((each) => isName(each))).toEqual([]);
    expect([isName('abc', 3), isName('abcd', 3)]).toEqual([true, false]);
  });

  it('has no NUL and no half characters, for any input', () => {
    const anything = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)), maxLength: 200 });
    fc.assert(
      fc.property(anything, fc.integer({ min: 1, max: 100 }), (text, width) => {
        const stored = storableText(text, width);
        expect(stored).not.toContain('\0');
        expect(Buffer.from(stored).toString()).toBe(stored);
        expect(Array.from(stored).length).toBeLessThanOrEqual(width);
        expect(storableText(stored, width)).toBe(stored);
      }),
    );
  });
});
