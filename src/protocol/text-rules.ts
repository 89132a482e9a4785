// The pattern matches code points, so it finds only surrogates without a partner.
const LONE_SURROGATE = /\p{Surrogate}/u;
// The replacement character for bytes that were not UTF-8, and control characters except line breaks and tabs.
const NOT_TEXT = /\uFFFD|(?![\t\n\r])\p{Cc}/u;
const MARKUP = /<[a-z!/?]|&(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);/i;

/**
 * Whether a text can be written as UTF-8: half of a surrogate pair, left by cutting a text, cannot (spec §7, 1010).
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
 * Whether a text has at most `most` characters (code points). It reads only as much of a huge text as necessary.
 *
 * @example
 * isAtMost('a😀', 2); // true
 */
export function isAtMost(text: string, most: number): boolean {
  // A code point has one or two units.
  return text.length <= most || (text.length <= 2 * most && characterCount(text) <= most);
}

/**
 * Whether people can read a text: no control characters except line breaks and tabs, and no replacement characters,
 * which mark bytes that were not UTF-8 (spec §7, 1010).
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
