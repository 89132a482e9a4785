import { Payment, TransactionalConnection, type Injector, type OrderProcess } from '@vendure/core';
import { PaymentRecords } from '../records/payment-records.service';
import { isMixed, MIXED } from './payment-link';

const PAID: ReadonlySet<string> = new Set(['PaymentAuthorized', 'PaymentSettled']);

/**
 * Keeps an order from being paid by money of another currency. Also records, in the transaction that cancels an order,
 * that the service must get the cancellation, and that an order is no longer kept from moving on.
 */
export function createOrderProcess(): OrderProcess<string> {
  let records: PaymentRecords;
  let connection: TransactionalConnection;
  return {
    init: (injector: Injector) => {
      records = injector.get(PaymentRecords);
      connection = injector.get(TransactionalConnection);
    },
    onTransitionStart: async (_fromState, toState, { ctx, order }) => {
      if (!PAID.has(toState)) return undefined;
      const payments = await connection.getRepository(ctx, Payment).find({ where: { order: { id: order.id } } });
      return isMixed(payments, order.currencyCode) ? MIXED : undefined;
    },
    onTransitionEnd: async (_fromState, toState, { ctx, order }) => {
      if (toState === 'Cancelled') await records.wantCancel(ctx, order.id);
      if (toState === 'Cancelled' || PAID.has(toState)) await records.hasMovedOn(ctx, order.id);
    },
  };
}
