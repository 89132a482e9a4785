import { parseServiceTime, type OrderStanding } from '../../../protocol/index.js';
import { DAY_MS } from '../../../support/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** Reason of an observation that belongs to no order of the shop: the order under this id at the service is much older. */
export const EARLIER_ORDER = 'earlier-order';

/** A wrong time zone and a clock that is wrong by some hours cause less. */
const EARLIER_MS = DAY_MS;

/** An attempt, and its order if that is at hand. */
interface Known {
  readonly attempt: Pick<AttemptEntity, 'createState' | 'createdAt' | 'number'>;
  readonly row?: Pick<PaymentOrderEntity, 'transactions'>;
}

/**
 * Whether the order under the id of an attempt is another, earlier one: another customer's, if the shop has used a number
 * again or its database was reset. An attempt that the service has acknowledged is not. One whose answer was lost was stored
 * before it was sent. What has once counted as the attempt's payment still does, as refunds depend on it. Pure.
 *
 * @param found - the order under the attempt's id
 * @param timeZone - the zone of the service's times
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
