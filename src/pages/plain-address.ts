import { decodedText } from '../support/index.js';

const ORIGIN = 'http://shop.invalid';
// Steps to a parent folder, empty steps, and characters that some server or browser reads as a separator.
const LEADS_AWAY = /(^|\/)\.{1,2}(\/|$)|\/\/|\\|\p{Cc}/u;
/** Proxies decode once more than the server behind them. */
const MOST_DECODINGS = 3;

/**
 * Whether every browser, proxy and server reads an address (path and query) in the same way. It must be a path of this
 * server without `..`, `//host`, backslashes or control characters, also in encoded form.
 *
 * @example
 * isPlainAddress('/payments/dashboard/orders?status=void'); // true
 * isPlainAddress('/payments/dashboard/%2e%2e/admin'); // false
 */
export function isPlainAddress(address: string): boolean {
  if (!address.startsWith('/') || !URL.canParse(address, ORIGIN)) return false;
  const { origin, pathname, search } = new URL(address, ORIGIN);
  // A browser would go to another address than the text says.
  if (origin !== ORIGIN || pathname + search !== address) return false;
  let path = pathname;
  for (let round = 0; round <= MOST_DECODINGS; round += 1) {
    if (LEADS_AWAY.test(path)) return false;
    const decoded = decodedText(path);
    // After the first decoding, a single percent sign may be plain text.
    if (decoded === null) return round > 0;
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}
