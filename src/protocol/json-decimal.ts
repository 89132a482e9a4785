import { decimalText, isSame, readDecimal } from './cart/exact-decimal.js';

/**
 * A decimal number that {@link writeJson} writes with exactly its digits, without conversion to a binary fraction.
 *
 * @example
 * writeJson({ rate: new JsonDecimal('0.055') }); // '{"rate":0.055}'
 */
export class JsonDecimal {
  /** @param text - plain decimal notation, such as `-0.05` or `0.20`; it is written as it is */
  constructor(readonly text: string) {}

  /** The same number with the opposite sign; zero stays zero. */
  negated(): JsonDecimal {
    const { digits, scale } = readDecimal(this.text)!;
    return new JsonDecimal(decimalText({ digits: -digits, scale }));
  }

  /** A number if JavaScript represents it exactly, otherwise its text: for other writers of JSON. */
  toJSON(): number | string {
    const exact = readDecimal(this.text);
    const near = readDecimal(Number(this.text));
    return exact !== null && near !== null && isSame(exact, near) ? Number(this.text) : this.text;
  }

  /** The digits. */
  toString(): string {
    return this.text;
  }
}

/**
 * Writes JSON as `JSON.stringify` does, and each {@link JsonDecimal} as a number with all its digits.
 *
 * @param value - plain data without cycles; what JSON cannot hold is left out, in lists it is null
 * @throws TypeError on a bigint
 * @example
 * writeJson([new JsonDecimal('123456789.1234567891'), undefined]); // '[123456789.1234567891,null]'
 */
export function writeJson(value: unknown): string {
  return textOf(value) ?? 'null';
}

function textOf(value: unknown): string | undefined {
  if (value instanceof JsonDecimal) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return textOf(value.toJSON());
  if (Array.isArray(value)) return `[${Array.from(value, (each: unknown) => writeJson(each)).join(',')}]`;
  const members = Object.entries(value).flatMap(([name, each]) => {
    const text = textOf(each);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
