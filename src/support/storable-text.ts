/** What PostgreSQL refuses in any text, and what no encoding can hold. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;
const ANY_UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Makes text of strangers fit for a column of any engine: no NUL, no half characters, no more than `maxLength`
 * characters (code points, as databases count). The same text always gives the same result, so results can be compared.
 *
 * @param text - whatever came in
 * @param maxLength - width of the column in characters
 * @example
 * storableText('a\u0000b😀c', 4); // 'a\uFFFDb😀'
 */
export function storableText(text: string, maxLength: number): string {
  // Nearly all text is good as it is.
  if (text.length <= maxLength && !ANY_UNSTORABLE.test(text)) return text;
  // No character is longer than two units: a huge text is not taken apart as a whole.
  const start = text.slice(0, 2 * maxLength);
  return Array.from(start, (character) => character.replace(UNSTORABLE, '\uFFFD'))
    .slice(0, maxLength)
    .join('');
}

/** The longest text by which anything is found in a table. */
const LONGEST_NAME = 255;

/**
 * Whether a value is text that a column of names can hold. What is not names no row, and need not reach a database: SQLite has an
 * error for an object (`?id[a]=1` of a query string), PostgreSQL for a NUL.
 *
 * @example
 * isName('S10042'); // true
 * isName({ a: 1 }); // false
 */
export const isName = (value: unknown, maxLength = LONGEST_NAME): value is string =>
  typeof value === 'string' && storableText(value, maxLength) === value;
