import { isFields } from '../../../protocol/index.js';
import { refuse, type Refused } from '../../core/index.js';
import { isTaxRate, tableRates } from '../creation/cart-tax.js';
import { cartTotal, givenBack, readCart } from '../creation/cart.js';
import { checkDescription, checkIdentifier, checkVariables } from '../creation/create-order.checks.js';
import type { JsonObject } from '../creation/create-order.types.js';
import { amountAt, hasMember, textAt, textsAt } from '../json-fields.js';
import { isPayLater, type SandboxOrderEntity } from '../../orders/index.js';
import type { RefundRequest } from '../../payments/index.js';

/** A refund, or the first fault of the request. */
export type RefundReading = { ok: true; refund: RefundRequest } | Refused;

type Paid = Pick<SandboxOrderEntity, 'currency' | 'cart' | 'gateway'>;
type AmountReading = { ok: true; amount: number | null } | Refused;

const VARIABLES: readonly string[] = ['var1', 'var2', 'var3'];

/** Reads the body of `POST /orders/{id}/refunds`, in either of its forms (protocol §2.6). */
export function readRefund(body: JsonObject, order: Paid): RefundReading {
  // Only lenders check the cart. For other methods the amount counts, even if a plugin sends the cart too.
  const amount = isPayLater(order.gateway) ? cartAmount(body, order) : plainAmount(body, order);
  if (!amount.ok) return amount;
  const fault =
    (hasMember(body, 'description') ? checkDescription(body) : null) ??
    checkVariables(body) ??
    checkIdentifier(body, 'refund_order_id');
  if (fault !== null) return { ok: false, fault };
  return {
    ok: true,
    refund: {
      amount: amount.amount,
      description: textAt(body, 'description'),
      refundOrderId: textAt(body, 'refund_order_id'),
      variables: textsAt(body, VARIABLES),
    },
  };
}

function plainAmount(body: JsonObject, order: Paid): AmountReading {
  // An absent, empty or zero amount means: all that is left. A shop must never rely on that.
  const amount = hasMember(body, 'amount') ? amountAt(body, 'amount') : 0;
  if (amount === null || amount < 0) return refuse(1001, 'amount must be an integer, in cents');
  if (textAt(body, 'currency') !== order.currency) return refuse(1002, `currency must be ${order.currency}`);
  return { ok: true, amount: amount === 0 ? null : amount };
}

// The lines that repeat the bought ones are ignored; the others add up to the refunded amount, as a negative number.
function cartAmount(body: JsonObject, order: Paid): AmountReading {
  if (!hasMember(body, 'checkout_data')) return refuse(1016, 'this payment method is refunded with checkout_data');
  const sent = isFields(body['checkout_data']) ? readCart(body) : null;
  if (sent === null) return refuse(1016, 'checkout_data.items must be a list of items');
  if (hasMember(body, 'currency') && textAt(body, 'currency') !== order.currency) {
    return refuse(1002, `currency must be ${order.currency}`);
  }
  const hasTables = Object.keys(sent.taxTables).length > 0;
  const cart = hasTables ? sent : { ...sent, taxTables: order.cart?.taxTables ?? {} };
  if (!tableRates(sent.taxTables).every(isTaxRate)) return refuse(1028, 'a tax rate must be a decimal number');
  const total = cartTotal(givenBack(sent.items, order.cart?.items ?? []), cart, order.currency);
  if (total === null) return refuse(1031, 'a line has no price or no quantity');
  if (total >= 0) return refuse(1001, 'the lines give nothing back');
  // Official clients send the whole order's amount with the lines of one item: the lines count.
  return { ok: true, amount: -total };
}
