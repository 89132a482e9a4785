import { parseServiceTime, type OrderStanding } from '../../../protocol/index.js';
import { DAY_MS } from '../../../support/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** Why an observation is of no order of the shop's: what the service has under this id was made long before it. */
export const EARLIER_ORDER = 'earlier-order';

/** A wrong time zone and a clock that is some hours off make up less. */
const EARLIER_MS = DAY_MS;

/** An attempt; and its order, where what is known of that is at hand. */
interface Known {
  readonly attempt: Pick<AttemptEntity, 'createState' | 'createdAt' | 'number'>;
  readonly row?: Pick<PaymentOrderEntity, 'transactions'>;
}

/**
 * Whether what the service has under the id of an attempt is another order, made before: another customer's, where the shop has
 * used a number again or its database was reset. An attempt that the service has acknowledged is itself; one whose answer was lost
 * was written down before it was sent; and what has once counted as the attempt's payment goes on to, as refunds come of it. Pure.
 *
 * @param found - what is seen under the attempt's id
 * @param timeZone - in which the service writes its times
 */
export function isEarlierOrder(
  { created }: Pick<OrderStanding, 'created'>,
  { attempt: { createState, createdAt, number }, row }: Known,
  timeZone: string,
): boolean {
  if (createState === 'created' || row?.transactions?.some(({ attempt }) => attempt === number)) return false;
  const madeAt = parseServiceTime(created, timeZone);
  return madeAt !== null && madeAt < createdAt - EARLIER_MS;
}
