import { Injectable } from '@nestjs/common';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { PART_BYTES } from '../inbox/notification-part.entity.js';

/** The order id of a test notification. There is no such order. */
export const PROBE_ID = 'tillbridge-boot-check';
/** Everything that a careless re-serialisation would change: spacing, an escaped slash, an accent, an emoji. */
const ODD_FIELDS = `"order_id" : "${PROBE_ID}",  "description":"caf\u00e9 \u2615 a\\/b", "amount":1.0`;
const bodyWith = (filling: string): string => `{${ODD_FIELDS},"filling":"${filling}"}`;
/**
 * A body of the longest kind that goes through the host's parsers: with a lower limit these would take the notifications of
 * small orders, and refuse those of large carts, of which no one would hear.
 */
export const PROBE_BODY = bodyWith('.'.repeat(PART_BYTES - Buffer.byteLength(bodyWith(''))));

/** Doctor of 0.1 sends the odd fields alone. Stored, they would be a notification without an order. */
const PROBES = [PROBE_BODY, `{${ODD_FIELDS}}`].map((body) => Buffer.from(body));

/** Whether signed bytes are those of a test notification: with the key, the route can be checked from anywhere. */
export const isTestBody = (body: Uint8Array): boolean => PROBES.some((probe) => probe.equals(body));

/** A secret of this process, which tells its own boot check from a real notification. */
@Injectable()
export class BootCheckNonce {
  /** The header that carries it. */
  static readonly header = 'x-tillbridge-boot-check';
  readonly value = randomBytes(32).toString('hex');
  /** Signs the check in a shop that has no terminal group yet. */
  readonly key = randomBytes(32).toString('hex');

  /** Whether a request is the module's own. */
  isOn(headers: Readonly<Record<string, unknown>>): boolean {
    return this.matches(headers[BootCheckNonce.header]);
  }

  /** Compares in constant time. */
  matches(candidate: unknown): boolean {
    if (typeof candidate !== 'string') return false;
    const given = Buffer.from(candidate);
    const own = Buffer.from(this.value);
    return given.length === own.length && timingSafeEqual(given, own);
  }
}
