import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { parseJson } from './json.js';
import { anyCharacter } from '../../test/support/any-character.js';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('parseJson', () => {
  it('keeps every digit of an integer of 1 to 25 digits (scenario M4)', () => {
    const digits = fc.stringMatching(/^[1-9]\d{0,24}$/);
    fc.assert(
      fc.property(digits, fc.boolean(), (id, negative) => {
        const number = `${negative ? '-' : ''}${id}`;
        const parsed = parseJson(`{"a":[${number} , {"transaction_id":${number}}],"text":"${number}"}`);
        const expected = id.length > 15 ? number : Number(number);
        expect(parsed).toEqual({ ok: true, value: { a: [expected, { transaction_id: expected }], text: number } });
      }),
    );
  });

  it.each([
    ['999999999999999', 999_999_999_999_999],
    ['1000000000000000', '1000000000000000'],
    ['-999999999999999', -999_999_999_999_999],
    ['-1000000000000000', '-1000000000000000'],
  ])('draws the line after 15 digits: %s', (text, value) => {
    expect(parseJson(text)).toEqual({ ok: true, value });
  });

  it('gives the result of JSON.parse if no integer is long', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('never changes digits inside texts, keys and escapes', () => {
    const text = String.raw`{"1234567890123456789":"12345678901234567","b":"\"12345678901234567\\","c":1}`;
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  it.each([
    ['a fraction', '1.12345678901234567'],
    ['an exponent', '12345678901234567e2'],
    ['both', '12345678901234567.25E-3'],
  ])('leaves a long number with %s a number', (_name, text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: Number(text) });
  });

  it('accepts what JSON accepts, and nothing else', () => {
    const long = fc.constantFrom('12345678901234567', '-12345678901234567', '012345678901234567', '1234567890123456.');
    const piece = fc.constantFrom(...'{}[],:"\\', ' ', '\n', 'a', '"a"', '1', '-', 'e', '.', 'true');
    fc.assert(
      fc.property(fc.array(fc.oneof(long, piece), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        expect([text, parseJson(text).ok]).toEqual([text, isJson(text)]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('skips one byte order mark, and only one', () => {
    expect(parseJson('\uFEFF{"id":12345678901234567}')).toEqual({ ok: true, value: { id: '12345678901234567' } });
    expect(parseJson('\uFEFF12345678901234567')).toEqual({ ok: true, value: '12345678901234567' });
    expect([parseJson('\uFEFF\uFEFF{}').ok, parseJson('{\uFEFF}').ok, parseJson('\uFEFF').ok]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it.each([
    ['a key without quotes', '{12345678901234567:1}'],
    ['a text that never ends, with digits after a backslash', '":012345678901234567\\12345678901234567'],
    ['a key without quotes, far from its colon', '{"a":1,-12345678901234567 :1}'],
    ['leading zeros', '[00000000000000000001]'],
    ['leading zeros after a sign', '[-012345678901234567]'],
    ['nothing', ''],
    ['an open text', '"12345678901234567'],
    ['trailing junk', '12345678901234567 x'],
  ])('refuses what JSON refuses: %s', (_name, text) => {
    expect(parseJson(text)).toEqual({ ok: false, message: `The text is not JSON (${text.length} characters).` });
  });

  it('never throws and never quotes the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 12 }), (text) => {
        const parsed = parseJson(`{${text}`);
        expect(parsed.ok ? '' : parsed.message).not.toContain(text);
      }),
    );
  });

  it('reads a nesting of a hundred thousand levels', () => {
    const depth = 100_000;
    expect(typeof parseJson('['.repeat(depth) + '12345678901234567' + ']'.repeat(depth)).ok).toBe('boolean');
  });
});
