import { isFields, currencyExponent } from '../../../protocol/index.js';
import { totalOf, type PricedLine } from '../../../protocol/cart/cart-arithmetic.js';
import { isSame, minorUnits, readDecimal, ZERO } from '../../../protocol/cart/exact-decimal.js';
import { lineTax } from './cart-tax.js';
import type { CartContent } from '../../orders/index.js';
import type { JsonObject } from './create-order.types.js';
import { hasMember, objectAt, textAt } from '../json-fields.js';

const MINOR_DIGITS = 2;

/**
 * The cart in a request: `shopping_cart` with `checkout_options` for an order, `checkout_data` for a refund.
 *
 * @returns null if there is none.
 */
export function readCart(body: JsonObject): CartContent | null {
  const part = hasMember(body, 'checkout_data') ? objectAt(body, 'checkout_data') : objectAt(body, 'shopping_cart');
  const { items } = part;
  if (!Array.isArray(items) || items.length === 0) return null;
  const options = hasMember(part, 'tax_tables') ? part : objectAt(body, 'checkout_options');
  return { items: items.filter(isFields), taxTables: objectAt(options, 'tax_tables') };
}

/**
 * The cost of lines of a cart, tax included, in minor units. It is rounded once, at the end.
 *
 * @returns null if a line has no price, no quantity, or an invalid tax rate.
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

/**
 * The lines that a refund adds to the bought ones: returned lines, with a minus before price or quantity, and lines
 * that reduce the sum, such as a returned discount or a rounding line (protocol §2.6).
 *
 * @param sent - the lines of the refund
 * @param bought - the lines of the order, which a refund repeats
 */
export function givenBack(sent: readonly JsonObject[], bought: readonly JsonObject[]): JsonObject[] {
  const unseen = [...bought];
  return sent.filter((line) => {
    const index = unseen.findIndex((each) => isSameLine(each, line));
    if (index >= 0) unseen.splice(index, 1);
    return index < 0;
  });
}

function isSameLine(one: JsonObject, other: JsonObject): boolean {
  return itemId(one) === itemId(other) && ['unit_price', 'quantity'].every((field) => hasSame(field, one, other));
}

function hasSame(field: string, one: JsonObject, other: JsonObject): boolean {
  const [left, right] = [readDecimal(one[field]), readDecimal(other[field])];
  return left !== null && right !== null && isSame(left, right);
}

function itemId(line: JsonObject): string | null {
  return textAt(line, 'merchant_item_id');
}

function pricedLine(line: JsonObject, cart: CartContent): PricedLine | null {
  const unitPrice = readDecimal(line['unit_price']);
  const quantity = readDecimal(line['quantity']);
  const tax = lineTax(line, cart);
  if (unitPrice === null || quantity === null || tax === 'unknown') return null;
  return { unitPrice, quantity, taxRate: tax === 'none' ? ZERO : tax };
}
