import { isCurrency, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { storableText } from '../../../support/index.js';
import { capturedInParts } from './merge.money.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** Width of the columns that keep the service's own words and ids. */
const TEXT_WIDTH = 64;

const fit = (text: string | null): string | null => (text === null ? null : storableText(text, TEXT_WIDTH));

/**
 * An observed order whose facts fit their columns, before anything is decided on them: an id that is kept shorter than
 * it came would never be recognised again, and one that the database refuses would keep its order from ever changing.
 */
export const storableFacts = <O extends OrderStanding>(order: O): O => ({
  ...order,
  status: fit(order.status),
  financial_status: fit(order.financial_status),
  transaction_id: fit(order.transaction_id),
  currency: order.currency?.trim().toUpperCase() ?? null,
  payment_details: { ...order.payment_details, type: fit(order.payment_details.type) },
  related_transactions: listedOnce(order.related_transactions),
});

/** What is listed again under its id stands as it is listed last: counted twice, it would be two refunds, or two parts. */
function listedOnce(rows: readonly RelatedTransaction[]): readonly RelatedTransaction[] {
  const last = new Map(rows.map((row) => [nameOf(row), row]));
  return last.size === rows.length
    ? rows
    : rows.filter((row) => row.transaction_id === null || last.get(nameOf(row)) === row);
}

const nameOf = ({ transaction_id, type }: RelatedTransaction): string => JSON.stringify([transaction_id, type]);

/** Amounts as the service reported them, in minor units. */
export interface ReportedAmounts {
  readonly amount: number;
  readonly amountRefunded: number;
  readonly currency: string;
}

/** What is told of an order's money: of a reservation that was captured in parts, their sum. An amount in no currency of ISO 4217 is none at all in the order's own. */
export function reportedAmounts(
  order: OrderStanding,
  row: Pick<PaymentOrderEntity, 'amount' | 'currency'>,
): ReportedAmounts {
  const currency = order.currency ?? row.currency;
  return isCurrency(currency)
    ? {
        amount: capturedInParts(order) || (order.amount ?? row.amount),
        amountRefunded: order.amount_refunded,
        currency,
      }
    : { amount: 0, amountRefunded: 0, currency: row.currency };
}
