import { Order, Payment, type ID, type RequestContext, type TransactionalConnection } from '@vendure/core';
import type { Repository } from 'typeorm';

/** An order to which a payment may be added. */
export interface OpenOrder {
  /** Null when the order is gone. */
  readonly currency: string | null;
  readonly payments: readonly Payment[];
}

/** TypeORM's names of the drivers that lock rows. */
const LOCKING: ReadonlySet<string> = new Set(['postgres', 'mysql', 'mariadb']);

/**
 * Whether rows can be locked until a transaction ends. One connection serves an embedded database: no one changes it
 * meanwhile, and its drivers know no locks.
 */
export const locksRows = (rows: Repository<Payment>): boolean =>
  LOCKING.has(rows.manager.connection.options.type) && rows.queryRunner?.isTransactionActive === true;

/**
 * An order to which a payment is about to be added; it stays locked until the transaction ends. Vendure locks nothing: of
 * two requests at the same moment neither would see what the other takes down, and money that came once would count twice.
 * Payments are read under a lock as well, for MySQL shows a transaction what was there when it began.
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

/** What a person reads of money in another currency than the order's. */
export const otherCurrencyText = (paid: string, currency: string | null): string =>
  `The order is in ${currency ?? 'no currency'} now, and ${paid} were paid.`;
