import { Order, Payment, type ID, type RequestContext, type TransactionalConnection } from '@vendure/core';
import type { Repository } from 'typeorm';

/** TypeORM's names of the drivers that lock rows. */
const LOCKING: ReadonlySet<string> = new Set(['postgres', 'mysql', 'mariadb']);

/**
 * Whether rows can be locked until a transaction ends. One connection serves an embedded database: no one changes it
 * meanwhile, and its drivers know no locks.
 */
export const locksRows = (rows: Repository<Payment>): boolean =>
  LOCKING.has(rows.manager.connection.options.type) && rows.queryRunner?.isTransactionActive === true;

/**
 * The payments of an order to which one is about to be added; the order stays locked until the transaction ends. Vendure
 * locks nothing: of two requests at the same moment neither would see what the other takes down, and money that came once
 * would count twice. Read under a lock as well, for MySQL shows a transaction what was there when it began.
 */
export async function paymentsToAddTo(
  connection: TransactionalConnection,
  ctx: RequestContext,
  id: ID,
): Promise<Payment[]> {
  const rows = connection.getRepository(ctx, Payment);
  const query = rows.createQueryBuilder('payment').where('payment.order = :id', { id });
  if (!locksRows(rows)) return query.getMany();
  const orders = connection.getRepository(ctx, Order).createQueryBuilder('held').select('held.id', 'id');
  await orders.where({ id }).setLock('pessimistic_write').getRawOne();
  return query.setLock('pessimistic_write').getMany();
}
