/**
 * Percent-encoded text, decoded once; `null` if it is not UTF-8.
 *
 * @example
 * decodedText('a%20b'); // 'a b'
 * decodedText('%ff'); // null
 */
export function decodedText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
