/** The shop's answer after a notification is stored; it satisfies every rule of spec §4.4. */
export const ACKNOWLEDGEMENT = { status: 200, contentType: 'text/plain', body: 'OK' } as const;

/**
 * The shop's answers that do not acknowledge. They satisfy no acknowledgement rule, in any case of letters, so the
 * service resends. `refused` is one text for every authenticity failure: it must not tell which one.
 */
export const REFUSAL_BODIES = {
  /** No `timestamp` in the query: not one of the service's notifications. */
  ignored: 'ignored: no timestamp',
  /** Header missing or malformed, outside the time window, or signed with an unknown key. */
  refused: 'refused',
  /** The body has more bytes than the shop reads. */
  tooLarge: 'refused: body too large',
  /** The signed `order_id` differs from the `transactionid` of the query. */
  orderMismatch: 'refused: transactionid and order_id differ',
  /** Authentic, but not an order in JSON. */
  invalid: 'refused: not an order',
  /** The host lost the raw body, so the signature cannot be verified. */
  notReady: 'not ready: raw body missing',
  /** The notification could not be stored. */
  unavailable: 'not stored, send it again',
} as const;

/** The cause of a refusal, as named in {@link REFUSAL_BODIES}. */
export type Refusal = keyof typeof REFUSAL_BODIES;

const LENIENT_MARKS = ['SERVICE_OK', '>OK<', '"OK"'];

/**
 * Whether a merchant's answer acknowledges a notification (spec §4.4), by the rules of the service.
 *
 * Lenient is the union of all variants; case of letters and surrounding white space do not count (protocol §5.3): it
 * starts or ends with `OK`, or contains `SERVICE_OK`, `>OK<` or `"OK"`. Strict requires `OK` as the first two
 * characters, or `SERVICE_OK` anywhere. Both require status 200 exactly; 204 and redirects are failures.
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
