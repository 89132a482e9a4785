import { parseUrl } from './absolute-url.js';

const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${BYTE}(?:\\.${BYTE}){3}$`);
const IPV6_LETTERS = /^[0-9A-Fa-f:.]+$/;

/**
 * Whether a text is one IPv4 or IPv6 address, without a zone, a port or a second address (spec §7, 1007).
 *
 * @example
 * isIpAddress('192.0.2.7'); // true
 * isIpAddress('192.0.2.7, 198.51.100.1'); // false
 */
export function isIpAddress(text: string): boolean {
  return IPV4.test(text) || (IPV6_LETTERS.test(text) && parseUrl(`http://[${text}]/`) !== null);
}

/**
 * The address in a text as sockets and proxies write it: an IPv4 address in the form of IPv6, a port behind it, brackets, the
 * zone of an interface. Null when the text holds none.
 *
 * @example
 * plainAddress('::ffff:192.0.2.7'); // '192.0.2.7'
 * plainAddress('[2001:db8::7]:51234'); // '2001:db8::7'
 * plainAddress('unknown'); // null
 */
export function plainAddress(text: string): string | null {
  const entry = text.trim().replace(/^"|"$/g, '');
  const named = /^\[([^\]]*)\]/.exec(entry)?.[1] ?? entry.replace(/^([^:]+):\d+$/, '$1');
  const address = named.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  return isIpAddress(address) ? address : null;
}
