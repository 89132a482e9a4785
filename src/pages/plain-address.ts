import { decodedText } from '../support/index.js';

const ORIGIN = 'http://shop.invalid';
// Parts that go up, empty parts, and what some server or browser reads as another separator.
const LEADS_AWAY = /(^|\/)\.{1,2}(\/|$)|\/\/|\\|\p{Cc}/u;
/** Proxies decode once more than the server behind them does. */
const MOST_DECODINGS = 3;

/**
 * Whether an address, path and query, is read by every browser, proxy and server as it stands: a path of this server
 * without `..`, `//host`, backslashes or control characters, encoded ones included.
 *
 * @example
 * isPlainAddress('/payments/dashboard/orders?status=void'); // true
 * isPlainAddress('/payments/dashboard/%2e%2e/admin'); // false
 */
export function isPlainAddress(address: string): boolean {
  if (!address.startsWith('/') || !URL.canParse(address, ORIGIN)) return false;
  const { origin, pathname, search } = new URL(address, ORIGIN);
  // A browser would go elsewhere than the text says.
  if (origin !== ORIGIN || pathname + search !== address) return false;
  let path = pathname;
  for (let round = 0; round <= MOST_DECODINGS; round += 1) {
    if (LEADS_AWAY.test(path)) return false;
    const decoded = decodedText(path);
    // Of text that was never encoded more often a lone percent sign may be left.
    if (decoded === null) return round > 0;
    if (decoded === path) return true;
    path = decoded;
  }
  return false;
}
