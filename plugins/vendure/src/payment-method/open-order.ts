import { Order, Payment, type ID, type RequestContext, type TransactionalConnection } from '@vendure/core';
import type { Repository } from 'typeorm';

/** An order to which a payment may be added. */
export interface OpenOrder {
  /** Null if the order no longer exists. */
  readonly currency: string | null;
  readonly payments: readonly Payment[];
}

/** TypeORM's names of the drivers that lock rows. */
const LOCKING: ReadonlySet<string> = new Set(['postgres', 'mysql', 'mariadb']);

/**
 * Whether rows can be locked until a transaction ends. An embedded database has one connection, so no other work
 * changes it meanwhile, and its drivers have no locks.
 */
export const locksRows = (rows: Repository<Payment>): boolean =>
  LOCKING.has(rows.manager.connection.options.type) && rows.queryRunner?.isTransactionActive === true;

/**
 * An order to which a payment is about to be added; it stays locked until the transaction ends. Vendure locks nothing:
 * with two requests at the same moment, neither would see the other's payment, and money that was paid once would count
 * twice. Payments are read under a lock as well, because MySQL shows a transaction the data from its beginning.
 */
export async function openOrder(connection: TransactionalConnection, ctx: RequestContext, id: ID): Promise<OpenOrder> {
  const rows = connection.getRepository(ctx, Payment);
  const order = connection
    .getRepository(ctx, Order)
    .createQueryBuilder('open')
    .select('open.currencyCode', 'currency')
    .where({ id });
  const payments = rows.createQueryBuilder('payment').where('payment.order = :id', { id });
  if (locksRows(rows)) for (const query of [order, payments]) query.setLock('pessimistic_write');
  const found = await order.getRawOne<{ currency: string }>();
  return { currency: found?.currency ?? null, payments: await payments.getMany() };
}

/** The text about money in another currency than the order's. */
export const otherCurrencyText = (paid: string, currency: string | null): string =>
  `The order is in ${currency ?? 'no currency'} now, and ${paid} were paid.`;
