/**
 * Reads an absolute URL. Never throws.
 *
 * `URL.canParse` is not used for this: once optimised, Node 20's misjudges text with letters beyond ASCII.
 *
 * @param base - absolute URL that completes a relative one; without it, that is none
 * @returns the URL, or null when the text is none
 * @example
 * parseUrl('https://shop.example/return')?.protocol; // 'https:'
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
