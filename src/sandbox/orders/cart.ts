import { currencyExponent } from '../../protocol/index.js';
import { totalOf, type PricedLine } from '../../protocol/cart/cart-arithmetic.js';
import { minorUnits, readDecimal, ZERO } from '../../protocol/cart/exact-decimal.js';
import { lineTax } from './cart-tax.js';
import type { CartContent } from './cart.types.js';
import type { JsonObject } from './create-order.types.js';
import { isGiven, isObject, objectAt } from './json-fields.js';

const MINOR_DIGITS = 2;

/**
 * The cart in a request: `shopping_cart` with `checkout_options` for an order, `checkout_data` for a refund.
 *
 * @returns null when there is none.
 */
export function readCart(body: JsonObject): CartContent | null {
  const part = isGiven(body, 'checkout_data') ? objectAt(body, 'checkout_data') : objectAt(body, 'shopping_cart');
  const { items } = part;
  if (!Array.isArray(items) || items.length === 0) return null;
  const options = isGiven(part, 'tax_tables') ? part : objectAt(body, 'checkout_options');
  return { items: items.filter(isObject), taxTables: objectAt(options, 'tax_tables') };
}

/**
 * What lines of a cart cost together, tax included, in minor units. Nothing is rounded before the end.
 *
 * @returns null when a line has no price, no quantity, or a tax table that does not exist.
 */
export function cartTotal(lines: readonly JsonObject[], cart: CartContent, currency: string): number | null {
  const priced: PricedLine[] = [];
  for (const line of lines) {
    const known = pricedLine(line, cart);
    if (known === null) return null;
    priced.push(known);
  }
  return Number(minorUnits(totalOf(priced), currencyExponent(currency) ?? MINOR_DIGITS));
}

/** Whether a line takes something back: by a negative price or by a negative quantity (protocol §2.6). */
export function isNegated(line: JsonObject): boolean {
  const price = readDecimal(line['unit_price'])?.digits ?? 0n;
  const quantity = readDecimal(line['quantity'])?.digits ?? 0n;
  return price * quantity < 0n;
}

function pricedLine(line: JsonObject, cart: CartContent): PricedLine | null {
  const unitPrice = readDecimal(line['unit_price']);
  const quantity = readDecimal(line['quantity']);
  const tax = lineTax(line, cart);
  if (unitPrice === null || quantity === null || tax === 'unknown') return null;
  return { unitPrice, quantity, taxRate: tax === 'none' ? ZERO : tax };
}
