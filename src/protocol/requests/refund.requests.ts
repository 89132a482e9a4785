import { buildCartWithin } from '../cart/build-cart.js';
import { MAX_READ_CART_LINES } from '../cart/cart-copy.js';
import type { BuiltCart, CartItem, CartResult } from '../cart/index.js';
import type { Fault } from '../fault.js';
import { copyMoney } from '../money-copy.js';
import type { Money } from '../money.js';
import { AMOUNT_RULE, isAbsent } from '../rules/index.js';
import type { CancelRefundInput, RefundCartInput, RefundInput } from './order-change.types.js';
import { ORDERS_PATH, pathTo, withoutAbsent } from './order-path.js';
import type { BuiltRequest, ServiceRequest } from './request.types.js';

type RefundCart = { ok: true; parts: Record<string, unknown> } | { ok: false; faults: Fault[] };

/**
 * Builds the refund request, by amount or by lines of the cart (protocol §2.6). It always contains a currency and an
 * amount of at least one minor unit: without an amount, the service refunds all that is left.
 *
 * @returns the request, or the faults of amount or cart
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * const built = refundRequest('S10042', { amount: Money.of('5.00', 'EUR'), refundOrderId: 'S10042-R1' });
 */
export function refundRequest(orderId: string, input: RefundInput): BuiltRequest {
  const path = `${pathTo(ORDERS_PATH, orderId)}/refunds`;
  // The amount was checked before, like every field. This is the last check before a missing amount would refund everything.
  const amount = copyMoney(input.amount);
  if (amount === null || !AMOUNT_RULE.isMet(amount, { owner: {}, account: {} })) {
    return { ok: false, faults: [{ path: 'amount', message: AMOUNT_RULE.message, code: AMOUNT_RULE.code }] };
  }
  const lines = isAbsent(input.cart) ? { ok: true as const, parts: {} } : refundCart(input.cart, amount);
  if (!lines.ok) return lines;
  const body = withoutAbsent({
    currency: amount.currency,
    amount: amount.amount,
    description: input.description,
    refund_order_id: input.refundOrderId,
    var1: input.var1,
    var2: input.var2,
    var3: input.var3,
    ...lines.parts,
  });
  return { ok: true, request: { method: 'POST', path, query: {}, body, operation: 'refund' } };
}

/**
 * Builds the request that cancels a reserved refund (protocol §2.7).
 *
 * @param refundId - the service's identifier of the refund
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * cancelRefundRequest({ orderId: 'S10042', refundId: '1756810000000456' }, {}).body; // { status: 'void' }
 */
export function cancelRefundRequest(
  { orderId, refundId }: { orderId: string; refundId: string },
  { description }: CancelRefundInput,
): ServiceRequest {
  const path = pathTo(`${pathTo(ORDERS_PATH, orderId)}/refunds`, refundId);
  const body = withoutAbsent({ status: 'void', description });
  return { method: 'PATCH', path, query: {}, body, operation: 'cancel-refund' };
}

/**
 * The cart of a refund by lines (protocol §2.6): every line as it was bought, then the returned lines with the opposite
 * price. Or the faults of the carts, 1027 if one does not add up.
 */
export function refundCart({ bought, paid, returned }: RefundCartInput, amount: Money): RefundCart {
  const whole = buildCartWithin(MAX_READ_CART_LINES, bought, paid);
  const part = buildCartWithin(MAX_READ_CART_LINES, returned, amount);
  const faults = [...checkPaid(paid, amount), ...faultsAt('cart.bought', whole), ...faultsAt('cart.returned', part)];
  if (!whole.ok || !part.ok || faults.length > 0) return { ok: false, faults };
  const items = [...whole.cart.shopping_cart.items, ...part.cart.shopping_cart.items.map(negated)];
  const tax_tables = { alternate: tablesOf(whole.cart, part.cart) };
  return { ok: true, parts: { checkout_data: { items, tax_tables } } };
}

/** The paid amount limits the refund. */
function checkPaid(paid: Money, amount: Money): Fault[] {
  const most = copyMoney(paid);
  if (most === null) return [{ path: 'cart.paid', message: AMOUNT_RULE.message, code: AMOUNT_RULE.code }];
  if (most.currency !== amount.currency) {
    return [{ path: 'cart.paid', message: 'must be in the currency of the amount', code: 1026 }];
  }
  return most.amount < amount.amount
    ? [{ path: 'amount', message: 'is more than was paid, by cart.paid', code: 1034 }]
    : [];
}

/** Faults with the path of the cart in the refund. A fault of the amount itself has been found before. */
function faultsAt(path: string, result: CartResult): Fault[] {
  const faults = result.ok ? [] : result.faults.filter((fault) => fault.path.startsWith('cart'));
  return faults.map((fault) => ({ ...fault, path: fault.path.replace(/^cart/, path) }));
}

const negated = (item: CartItem): CartItem => ({ ...item, unit_price: item.unit_price.negated() });

function tablesOf(...carts: readonly BuiltCart[]): unknown[] {
  const tables = carts.flatMap((cart) => cart.checkout_options.tax_tables.alternate);
  return [...new Map(tables.map((table) => [table.name, table])).values()];
}
