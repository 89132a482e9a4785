/** What the shop answers once a notification is stored; satisfies every rule of spec §4.4. */
export const ACKNOWLEDGEMENT = { status: 200, contentType: 'text/plain', body: 'OK' } as const;

/**
 * What the shop answers when it does not acknowledge. None of them satisfies any acknowledgement rule, in any case of
 * letters, so the service resends. `refused` is one text for every reason of authenticity: it must not tell which.
 */
export const REFUSAL_BODIES = {
  /** No `timestamp` in the query: not one of the service's notifications. */
  ignored: 'ignored: no timestamp',
  /** Header missing or malformed, outside the time window, or signed by no one we know. */
  refused: 'refused',
  /** More bytes than are read. */
  tooLarge: 'refused: body too large',
  /** The signed `order_id` is not the `transactionid` of the query. */
  orderMismatch: 'refused: transactionid and order_id differ',
  /** Authentic, but not an order in JSON. */
  invalid: 'refused: not an order',
  /** The raw body was lost on its way; nothing can be verified. */
  notReady: 'not ready: raw body missing',
  /** It could not be stored. */
  unavailable: 'not stored, send it again',
} as const;

/** The cause of a refusal, as named in {@link REFUSAL_BODIES}. */
export type Refusal = keyof typeof REFUSAL_BODIES;

const LENIENT_MARKS = ['SERVICE_OK', '>OK<', '"OK"'];

/**
 * Whether a merchant's answer acknowledges a notification (spec §4.4), as the service judges it.
 *
 * Lenient is the union of all variants, whatever the case of letters and surrounding white space (protocol §5.3):
 * starts or ends with `OK`, or contains `SERVICE_OK`, `>OK<` or `"OK"`. Strict wants `OK` as the very first two
 * characters, or `SERVICE_OK` anywhere. Both want status 200 exactly; 204 and redirects are failures.
 *
 * @example
 * isAcknowledged({ status: 200, body: 'OK' }, 'strict'); // true
 * isAcknowledged({ status: 204, body: '' }); // false
 */
export function isAcknowledged(
  { status, body }: { status: number; body: string },
  mode: 'lenient' | 'strict' = 'lenient',
): boolean {
  if (status !== ACKNOWLEDGEMENT.status) return false;
  if (mode === 'strict') return body.startsWith('OK') || body.includes('SERVICE_OK');
  const text = body.trim().toUpperCase();
  return text.startsWith('OK') || text.endsWith('OK') || LENIENT_MARKS.some((mark) => text.includes(mark));
}
