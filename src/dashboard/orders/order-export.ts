import type { CsvColumns } from '../frame/csv.js';
import type { OrderFunds, OrderLine } from '../../shop/admin/index.js';
import { maskPersonal } from '../../support/index.js';
import { zonedTimes } from '../frame/zoned-times.js';

/** An order of the file; without funds where it was erased while the file was read. */
export interface ExportedOrder {
  readonly order: OrderLine;
  readonly funds: OrderFunds | undefined;
}

/** The columns of the file of orders; amounts in major units, times in the given zone. */
export function orderColumns(timeZone: string): CsvColumns<ExportedOrder> {
  const timeOf = zonedTimes(timeZone);
  return {
    terminal_group: ({ order }) => order.group,
    order_id: ({ order }) => order.orderId,
    reference: ({ order }) => order.reference,
    description: ({ order }) => maskPersonal(order.description),
    status: ({ order }) => order.status,
    attention: ({ order }) => order.attention,
    amount: ({ order }) => order.amount.toDecimal(),
    refunded: ({ order }) => order.amountRefunded.toDecimal(),
    currency: ({ order }) => order.amount.currency,
    payment_method: ({ order }) => order.paymentMethod,
    transaction_id: ({ order }) => order.transactionId,
    created: ({ order }) => timeOf(order.createdAt),
    paid: ({ funds }) => timeOf(funds?.paidAt ?? null),
    received: ({ funds }) => funds?.received.toDecimal() ?? null,
    given_back: ({ funds }) => funds?.refunded.toDecimal() ?? null,
  };
}
