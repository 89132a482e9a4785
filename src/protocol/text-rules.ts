// The pattern sees code points, so a surrogate that it meets stands alone.
const LONE_SURROGATE = /\p{Surrogate}/u;
const MARKUP = /<[a-z!/?]|&(?:[a-z]+|#\d+|#x[\da-f]+);/i;

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
 * Whether a text holds HTML: a tag, a comment or an entity (spec §7, 1008). A lone `<` or `&` is plain text.
 *
 * @example
 * holdsHtml('<b>mug</b>'); // true
 * holdsHtml('Salt & pepper, < 1 kg'); // false
 */
export function holdsHtml(text: string): boolean {
  return MARKUP.test(text);
}
