/** The parts of an `Auth` header (spec §5), or why it is not one. */
export type AuthHeader =
  | { ok: true; timestamp: string; signedAtMs: number; mac: Buffer }
  | { ok: false; reason: 'missing' | 'malformed' };

/** Base64 of thirteen digits, a colon and 128 hexadecimal digits. */
const LONGEST_HEADER = 192;
const DECODED = /^\d{10,13}:[0-9a-f]{128}$/;
const MILLISECOND_DIGITS = 13;

/**
 * Splits an `Auth` header into its parts, strictly, before any cryptography (spec §5, protocol §5.2). Never throws.
 *
 * It accepts only the one canonical base64 spelling: Node's decoder also accepts white space, url-safe letters, wrong
 * padding and trailing characters, so one signature would have many spellings. A timestamp of thirteen digits is in
 * milliseconds; shorter ones are in seconds.
 *
 * @param header - the value from the HTTP server, of any type
 * @example
 * const parsed = parseAuthHeader(request.headers.auth);
 * if (!parsed.ok) throw new Error(`refused: ${parsed.reason}`);
 */
export function parseAuthHeader(header: unknown): AuthHeader {
  if (header === undefined || header === null || header === '') return { ok: false, reason: 'missing' };
  const decoded = typeof header === 'string' ? decodeStrictly(header) : '';
  if (!DECODED.test(decoded)) return { ok: false, reason: 'malformed' };
  const timestamp = decoded.slice(0, decoded.indexOf(':'));
  const mac = Buffer.from(decoded.slice(timestamp.length + 1), 'hex');
  const signedAtMs = timestamp.length === MILLISECOND_DIGITS ? Number(timestamp) : Number(timestamp) * 1000;
  return { ok: true, timestamp, signedAtMs, mac };
}

/** Returns empty text, which matches nothing, unless encoding the result gives the same base64. */
function decodeStrictly(base64: string): string {
  if (base64.length > LONGEST_HEADER) return '';
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes.toString('latin1') : '';
}
