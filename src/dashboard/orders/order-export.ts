import type { CsvColumns } from '../frame/csv.js';
import type { OrderLine } from '../../shop/admin/index.js';
import { maskPersonal } from '../../support/index.js';
import { zonedTimes } from '../frame/zoned-times.js';

/** The columns of the file of orders; amounts in major units, times in the given zone. */
export function orderColumns(timeZone: string): CsvColumns<OrderLine> {
  const timeOf = zonedTimes(timeZone);
  return {
    terminal_group: ({ group }) => group,
    order_id: ({ orderId }) => orderId,
    reference: ({ reference }) => reference,
    description: ({ description }) => maskPersonal(description),
    status: ({ status }) => status,
    attention: ({ attention }) => attention,
    amount: ({ amount }) => amount.toDecimal(),
    refunded: ({ amountRefunded }) => amountRefunded.toDecimal(),
    currency: ({ amount }) => amount.currency,
    payment_method: ({ paymentMethod }) => paymentMethod,
    transaction_id: ({ transactionId }) => transactionId,
    created: ({ createdAt }) => timeOf(createdAt),
  };
}
