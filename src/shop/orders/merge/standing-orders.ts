import { IsNull, type EntityManager } from 'typeorm';
import { countUpTo } from '../../../database/engine/index.js';
import { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** Counting stops here: it stands for "so many or more". */
const COUNTED_AT_MOST = 10_000;

/**
 * Release 0.1 stored every `completed` with the financial status `initialized` as an authorisation, without the service's own
 * word. Some of these orders are paid (design §7); only a read can tell which.
 */
export const STANDING = { status: 'authorised', serviceStatus: IsNull() } as const;

/** How many orders are stored as authorised from before the upgrade, up to 10,000. @param em - any manager */
export const countStanding = (em: EntityManager): Promise<number> =>
  countUpTo(em, PaymentOrderEntity, STANDING, COUNTED_AT_MOST);
