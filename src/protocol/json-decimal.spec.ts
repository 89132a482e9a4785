import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { JsonDecimal, writeJson } from './json-decimal.js';

describe('JSON with exact decimals', () => {
  it.each(['0.055', '0.08375', '0.20', '0.0000000001', '-5.4587155963', '999999999999999.1234567891'])(
    'has %s as a number of exactly these digits',
    (text) => {
      expect(writeJson({ rate: [new JsonDecimal(text)] })).toBe(`{"rate":[${text}]}`);
    },
  );

  it('removes the sign, and adds it', () => {
    expect(['10', '-0.50', '0'].map((text) => new JsonDecimal(text).negated().text)).toEqual(['-10', '0.5', '0']);
  });

  it('is a number for other writers if that is exact, and text otherwise', () => {
    const values = ['0.055', '999999999999999.1234567891'].map((text) => new JsonDecimal(text));
    expect(JSON.stringify(values)).toBe('[0.055,"999999999999999.1234567891"]');
    expect(values.join(' ')).toBe('0.055 999999999999999.1234567891');
  });

  it('otherwise equals the output of JSON.stringify', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => expect(writeJson(value)).toBe(JSON.stringify(value))));
    const odd = {
      at: { toJSON: () => ['then'] },
      none: undefined,
      run: () => 1,
      list: [undefined, Number.NaN],
      ['a"b']: 'é',
    };
    expect(writeJson(odd)).toBe(JSON.stringify(odd));
  });
});
