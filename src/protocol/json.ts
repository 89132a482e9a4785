/** Result of {@link parseJson}: the value, or a message that quotes nothing of the text. */
export type ParsedJson = { ok: true; value: unknown } | { ok: false; message: string };

/** The longest run of digits that every JavaScript number holds exactly (spec §2.2: ids come as numbers too). */
const MAX_EXACT_DIGITS = 15;

/** Some servers begin a text with it; a reader may skip it (RFC 8259, section 8.1). */
const BYTE_ORDER_MARK = '\uFEFF';

/** A number stands at the beginning or after one of these; elsewhere, long digits are part of a text. */
const LONG_NUMBER = new RegExp(`(?:^|[:[,])\\s*-?\\d{${MAX_EXACT_DIGITS + 1}}`);
// With leading zeros the text is not JSON, and must still be refused.
const LONG_INTEGER = new RegExp(`^-?[1-9]\\d{${MAX_EXACT_DIGITS},}$`);
/** A number before a colon is a name without quotes, and must still be refused. */
const COLON = /\s*:/y;
// Strings are skipped, so digits inside them do not change. This also holds for a string without a closing quote:
// quotes added around its digits could close it and turn an invalid text into JSON.
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON without losing digits: an integer of more than 15 digits becomes a string.
 *
 * The service's transaction ids have 16 to 18 digits, and `JSON.parse` alone rounds the longer ones (protocol §5.10).
 * It accepts nothing that JSON refuses, except one byte order mark before it. Never throws, and the message never
 * quotes the text, which may hold personal data. The caller limits the size (`MAX_BODY_BYTES`).
 *
 * @param text - the JSON text; the signed bytes do not change, because this works on a copy
 * @returns the value, or `{ ok: false, message }`
 * @example
 * const parsed = parseJson('{"transaction_id":17472052901237123}');
 * // { ok: true, value: { transaction_id: '17472052901237123' } }
 */
export function parseJson(text: string): ParsedJson {
  const json = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  try {
    return { ok: true, value: JSON.parse(LONG_NUMBER.test(json) ? quoteLongIntegers(json) : json) as unknown };
  } catch {
    return { ok: false, message: `The text is not JSON (${text.length} characters).` };
  }
}

function quoteLongIntegers(json: string): string {
  const isName = (end: number): boolean => {
    COLON.lastIndex = end;
    return COLON.test(json);
  };
  return json.replace(STRING_OR_NUMBER, (token, offset: number) =>
    LONG_INTEGER.test(token) && !isName(offset + token.length) ? `"${token}"` : token,
  );
}
