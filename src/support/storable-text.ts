/** NUL, which PostgreSQL refuses in text, and lone surrogates, which no encoding can hold. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const ANY_UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Makes text of strangers storable in a column of any engine: no NUL, no half characters, no more than `maxLength`
 * characters (code points, as databases count). Equal texts give equal results, so results can be compared.
 *
 * @param text - any text
 * @param maxLength - width of the column in characters
 * @example
 * storableText('a\u0000b😀c', 4); // 'a\uFFFDb😀'
 */
export function storableText(text: string, maxLength: number): string {
  // Nearly all text is storable as it is.
  if (text.length <= maxLength && !ANY_UNSTORABLE.test(text)) return text;
  // A character has at most two units, so a huge text is cut before it is split.
  const start = text.slice(0, 2 * maxLength);
  return Array.from(start, (character) => character.replace(UNSTORABLE, '\uFFFD'))
    .slice(0, maxLength)
    .join('');
}

/** The longest text that a search by name accepts. */
const LONGEST_NAME = 255;

/**
 * Whether a value is text that a column of names can hold. Any other value matches no row, and must not reach the
 * database: SQLite fails on an object (`?id[a]=1` of a query string), PostgreSQL on a NUL.
 *
 * @example
 * isName('S10042'); // true
 * isName({ a: 1 }); // false
 */
export const isName = (value: unknown, maxLength = LONGEST_NAME): value is string =>
  typeof value === 'string' && storableText(value, maxLength) === value;
