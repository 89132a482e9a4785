import { createHmac } from 'node:crypto';
import type { ReceivedRequest } from '../../sandbox/support/receiver.js';

/** A notification as it came over the wire, with the key its terminal group signs with. */
export interface Captured {
  readonly request: ReceivedRequest;
  readonly key: string;
}

/** Every notification that any world of this suite has received. */
export const EVERYTHING_CAPTURED: Captured[] = [];

/** The two parts of an `Auth` header, split as spec §5.2 says: at the first colon. */
export function authParts(request: ReceivedRequest): { timestamp: string; signature: string } {
  const text = Buffer.from(String(request.headers['auth']), 'base64').toString('latin1');
  const colon = text.indexOf(':');
  return { timestamp: text.slice(0, colon), signature: text.slice(colon + 1) };
}

/** The signature of a captured notification, computed from its bytes by node:crypto alone: no code of ours takes part. */
export function recomputedSignature({ request, key }: Captured): string {
  const { timestamp } = authParts(request);
  return createHmac('sha512', key).update(`${timestamp}:`).update(request.body).digest('hex');
}

/** The order in a notification's body. */
export function orderIn(request: ReceivedRequest): Record<string, unknown> {
  return JSON.parse(request.body.toString('utf8'));
}
