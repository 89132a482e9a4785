import { In, type EntityManager } from 'typeorm';
import type { Order } from '../../protocol/index.js';
import { maskEmail, maskName } from '../../support/index.js';
import { completeBodies, NotificationEntity, orderOf } from '../notifications/index.js';

/** Who paid, masked: enough to recognise a customer who calls. */
export interface OrderCustomer {
  /** `A*** J***`. */
  readonly name: string | null;
  /** `a***@example.org`. */
  readonly email: string | null;
  /** The last four characters of the account or card, as the service shows them. */
  readonly account: string | null;
}

/**
 * Who paid an order, from the newest stored notification about it; null when there is none, or it does not say. The shop
 * stores nothing else about customers.
 *
 * @param ids - the ids of the order at the service
 */
export async function customerOf(
  tx: EntityManager,
  group: string,
  ids: readonly string[],
): Promise<OrderCustomer | null> {
  const row = await tx.findOne(NotificationEntity, {
    where: { group, orderId: In([...ids]), state: 'done' },
    order: { receivedAt: 'DESC', id: 'DESC' },
  });
  if (row === null) return null;
  await completeBodies(tx, [row]);
  return maskedCustomer(orderOf(row));
}

function maskedCustomer({ customer, payment_details: paid }: Order): OrderCustomer | null {
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ') || paid.account_holder_name;
  const account = paid.account_iban ?? paid.last4;
  const masked = {
    name: name ? maskName(name) : null,
    email: customer.email ? maskEmail(customer.email) : null,
    account: account ? `*** ${account.slice(-4)}` : null,
  };
  return Object.values(masked).every((value) => value === null) ? null : masked;
}
