import { isAcknowledged } from '../../protocol/index.js';
import type { WireAnswer } from './exchange.js';

/**
 * Why an answer is not an acknowledgement (spec §4.4), as text for the person who has to correct it.
 *
 * @returns a sentence, or null if it is one
 */
export function whyNotAcknowledged({ status, body, location }: WireAnswer): string | null {
  if (isAcknowledged({ status, body })) return null;
  if (location !== null) return `It redirects (${status}); the service does not follow.`;
  if (status === 201) return 'Status 201 is not 200: in NestJS, put @HttpCode(200) on the handler.';
  if (status === 204) return 'Status 204 has no body, and the body must say OK.';
  if (status !== 200) return `The status is ${status}; only 200 counts.`;
  if (body.trim() === '') return 'The body is empty; it must say OK.';
  return 'The body does not say OK: not at its start or end, and not as SERVICE_OK, >OK< or "OK".';
}
