// The pattern sees code points, so a surrogate that it meets stands alone.
const LONE_SURROGATE = /\p{Surrogate}/u;
// What is left of bytes that were no UTF-8, and control characters other than line breaks and tabs.
const NOT_TEXT = /\uFFFD|(?![\t\n\r])\p{Cc}/u;
const MARKUP = /<[a-z!/?]|&(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);/i;

/**
 * Whether a text can be written as UTF-8: half of a surrogate pair, left by cutting text short, cannot (spec §7, 1010).
 *
 * @example
 * isWellFormed('☕'); // true
 * isWellFormed('😀'.slice(0, 1)); // false
 */
export function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text);
}

/**
 * The length of a text in characters (code points), as the limits of spec §8 count.
 *
 * @example
 * characterCount('a😀'); // 2
 */
export function characterCount(text: string): number {
  return Array.from(text).length;
}

/**
 * Whether a text has at most so many characters (code points). Of a huge text only as much is looked at as is needed.
 *
 * @example
 * isAtMost('a😀', 2); // true
 */
export function isAtMost(text: string, most: number): boolean {
  // A code point has one or two units.
  return text.length <= most || (text.length <= 2 * most && characterCount(text) <= most);
}

/**
 * Whether a text was made of characters for people: no control characters but line breaks and tabs, and none of the
 * replacement characters that stand where bytes were no UTF-8 (spec §7, 1010).
 *
 * @example
 * isReadable('a\tb'); // true
 * isReadable('a\u0000b'); // false
 */
export function isReadable(text: string): boolean {
  return !NOT_TEXT.test(text);
}

/**
 * Whether a text holds HTML: a tag, a comment or an entity (spec §7, 1008). A lone `<` or `&` is plain text.
 *
 * @example
 * holdsHtml('<b>mug</b>'); // true
 * holdsHtml('Salt & pepper, < 1 kg'); // false
 */
export function holdsHtml(text: string): boolean {
  return MARKUP.test(text);
}
