import { currencyText } from '../../../protocol/currency-text.js';
import { isCurrency, normaliseStatus, type OrderStanding, type RelatedTransaction } from '../../../protocol/index.js';
import { methodOfDetails } from '../../../protocol/payment-details.parser.js';
import { storableText } from '../../../support/index.js';
import { givenBackIn, typeOf } from '../../refund-records/index.js';
import { capturedInParts } from './merge.money.js';
import { hasFailed, impliesPaid } from './payment-status.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** Width of the columns for the service's own words and ids. */
const TEXT_WIDTH = 64;

const fit = (text: string | null): string | null => (text === null ? null : storableText(text, TEXT_WIDTH));

/**
 * An observed order whose facts fit their columns, before any decision on them. If an id were cut when it is stored, it would
 * never be recognised again; if the database refused it, its order could never change.
 */
export function storableFacts<O extends OrderStanding>(order: O): O {
  const rows = listedOnce(withTypes(order)).map(withKnownCurrency);
  return {
    ...order,
    status: fit(order.status),
    financial_status: fit(order.financial_status),
    transaction_id: fit(order.transaction_id),
    currency: currencyText(order.currency),
    payment_details: { ...order.payment_details, type: fit(methodOfDetails(order.payment_details)) },
    related_transactions: rows,
    amount_refunded: givenBackIn({ ...order, related_transactions: rows }),
  };
}

/**
 * In old answers a captured part names no type, nor does what was let go of (protocol §5.8). Read as a refund, a part would be
 * money given back of a reservation that took none, and the order would end as cancelled; a release would leave it reserved
 * for good. Nothing can be given back of money that is only reserved. A row of the whole amount is no part: all of it is
 * captured without a row. A row that came to nothing is a release only where the answer says that nothing is left to capture:
 * it may be a capture that failed.
 */
function withTypes(order: OrderStanding): readonly RelatedTransaction[] {
  const { amount, financial_status, payment_details, related_transactions: rows } = order;
  const money = normaliseStatus(financial_status);
  const isTaken = money === 'unknown' || impliesPaid(money) || givenBackIn(order) > 0;
  if (isTaken || payment_details.capture?.trim().toLowerCase() !== 'manual') return rows;
  const typeFor = (row: RelatedTransaction): string | null => {
    if (hasFailed(row) && payment_details.capture_remain === 0) return 'auth-cancellation';
    return (row.amount ?? 0) < (amount ?? 0) ? 'capture' : null;
  };
  return rows.map((row) =>
    typeOf(row) === null && row.refund_order_id === null ? { ...row, type: typeFor(row) } : row,
  );
}

/** Money cannot be written down in a currency that does not exist: without one, a row is in the currency of its order. */
function withKnownCurrency(row: RelatedTransaction): RelatedTransaction {
  const currency = currencyText(row.currency);
  return { ...row, currency: isCurrency(currency ?? '') ? currency : null };
}

/** If an id is listed twice, its last row counts: counted twice, it would be two refunds or two parts. */
function listedOnce(rows: readonly RelatedTransaction[]): readonly RelatedTransaction[] {
  const last = new Map(rows.map((row) => [nameOf(row), row]));
  return last.size === rows.length
    ? rows
    : rows.filter((row) => row.transaction_id === null || last.get(nameOf(row)) === row);
}

const nameOf = ({ transaction_id, type }: RelatedTransaction): string => JSON.stringify([transaction_id, type]);

/**
 * The reported money of an order; for a reservation captured in parts, their sum. An amount without an ISO 4217 currency is
 * not used.
 */
export function reportedAmounts(
  order: OrderStanding,
  row: Pick<PaymentOrderEntity, 'amount' | 'currency'>,
): Pick<PaymentOrderEntity, 'amount' | 'amountRefunded' | 'currency'> {
  const currency = order.currency ?? row.currency;
  return isCurrency(currency)
    ? {
        amount: capturedInParts(order) || (order.amount ?? row.amount),
        amountRefunded: order.amount_refunded,
        currency,
      }
    : { amount: 0, amountRefunded: 0, currency: row.currency };
}
