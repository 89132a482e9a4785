import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { JsonDigits, writeServiceJson, type ServiceJson } from './service-json.js';

describe("the service's JSON", () => {
  it('has sorted keys at every level, no spaces, unescaped slashes and raw UTF-8', () => {
    const value = { b: [{ d: 'a/b', c: 'é☕' }], a: null, B: true };
    expect(writeServiceJson(value)).toBe('{"B":true,"a":null,"b":[{"c":"é☕","d":"a/b"}]}');
  });

  it('writes digits as a number without rounding them', () => {
    expect(writeServiceJson({ id: new JsonDigits('174720529012371239') })).toBe('{"id":174720529012371239}');
  });

  it('leaves out what is undefined', () => {
    expect(writeServiceJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it('is parsed to the same value, for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = writeServiceJson(value as ServiceJson);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});
