import type { Injector, OrderProcess } from '@vendure/core';
import { PaymentRecords } from '../records/payment-records.service';

/** Notes, in the transaction that cancels an order, that the service has to hear of it. */
export function createOrderProcess(): OrderProcess<string> {
  let records: PaymentRecords;
  return {
    init: (injector: Injector) => {
      records = injector.get(PaymentRecords);
    },
    onTransitionEnd: async (_fromState, toState, { ctx, order }) => {
      if (toState === 'Cancelled') await records.wantCancel(ctx, order.id);
    },
  };
}
