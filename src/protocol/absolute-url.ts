/**
 * Reads an absolute URL. Never throws.
 *
 * `URL.canParse` is not used for this: once optimised, Node 20's misjudges text with letters beyond ASCII.
 *
 * @returns the URL, or null when the text is none
 * @example
 * parseUrl('https://shop.example/return')?.protocol; // 'https:'
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
