import { createHash } from 'node:crypto';
import type { RelatedTransaction } from '../../../protocol/index.js';

/** Hexadecimal characters of a tag: with its prefix it fits into `refund_order_id` (protocol §2.6). */
const LENGTH = 40;
const TAG = new RegExp(`^r-[0-9a-f]{${LENGTH}}$`);

/**
 * The mark that a refund has at the service. The same request has the same one, in whatever database it is made: a refund
 * that was sent before the database lost its last seconds is recognised when it is requested again.
 *
 * @param orderId - the shop's own id of the order
 * @param key - the caller's key of the refund
 */
export const refundTag = (orderId: string, key: string): string =>
  `r-${createHash('sha256')
    .update(JSON.stringify([orderId, key]))
    .digest('hex')
    .slice(0, LENGTH)}`;

/** The mark that this module has given a refund of the service, in any field that can return it; null when there is none. */
export const refundTagIn = ({ refund_order_id, order_id, var1, var2, var3, description }: RelatedTransaction) =>
  [refund_order_id, order_id, var1, var2, var3, description].find((text) => text !== null && TAG.test(text)) ?? null;
