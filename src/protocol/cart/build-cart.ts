import type { Fault } from '../fault.js';
import { JsonDecimal } from '../json-decimal.js';
import { copyMoney } from '../money-copy.js';
import type { Money } from '../money.js';
import { totalOf } from './cart-arithmetic.js';
import { copyCart, MAX_CART_LINES } from './cart-copy.js';
import type { CartInput, CartRoundingInput } from './cart-input.types.js';
import { major, rateText, readLines, type CartLine } from './cart-lines.js';
import { checkCart } from './cart.rules.js';
import type { BuiltCart, CartItem, CartTaxTable } from './cart.types.js';
import { decimalText, fitsIn, minorUnits, minus, plus, wholeNear, ZERO, type ExactDecimal } from './exact-decimal.js';

/** Result of {@link buildCart}: the cart, or every fault. */
export type CartResult = { ok: true; cart: BuiltCart } | { ok: false; faults: Fault[] };

const NO_TAX = rateText(ZERO);
const DEFAULT_ROUNDING: CartRoundingInput = { name: 'Rounding', merchantItemId: 'rounding' };

/**
 * Builds the shopping cart of a request so that the service's own sum is exactly the amount (spec §7, 1027).
 *
 * A shop that rounds each line gets another sum than the service, which rounds once. Each line whose total is not a
 * whole number of minor units may explain half a minor unit of difference. Up to that bound, one rounding line without
 * tax takes the difference. A larger difference is a mistake in the cart, and a fault.
 *
 * @param input - the cart; for a refund, every line of the order followed by those taken back with negative prices, and
 *   `amount` is what stays paid (protocol §2.6)
 * @param amount - the amount of the order, zero or more
 * @returns the two parts of the request, or every fault with the code that the service would have answered (1016, 1025
 *   to 1031); 5001 does not occur, because the result adds up. Never throws
 * @example
 * const result = buildCart(
 *   {
 *     lines: [
 *       {
 *         name: 'Tea',
 *         merchantItemId: 'TEA-1',
 *         quantity: 2,
 *         unitPriceIncludingTax: Money.of('5.95', 'EUR'),
 *         taxPercent: '9',
 *       },
 *     ],
 *   },
 *   Money.of('11.90', 'EUR'),
 * );
 * if (result.ok) result.cart.shopping_cart.items[0]?.unit_price.text; // '5.4587155963'
 */
export function buildCart(input: CartInput, amount: Money): CartResult {
  return buildCartWithin(MAX_CART_LINES, input, amount);
}

/**
 * {@link buildCart} with another limit of lines: a cart that was read back has delivery and rounding among its lines.
 */
export function buildCartWithin(maxLines: number, input: CartInput, amount: Money): CartResult {
  const due = copyMoney(amount);
  if (due === null) return { ok: false, faults: [NO_AMOUNT] };
  const copy = copyCart(input, maxLines);
  if (copy === null) return { ok: false, faults: [UNREADABLE] };
  const faults = [...copy.faults, ...checkCart(copy.cart, maxLines)];
  return faults.length > 0 ? { ok: false, faults } : addUp(copy.cart as CartInput, due);
}

function addUp(input: CartInput, amount: Money): CartResult {
  const lines = readLines(input, amount.currency);
  const mixed = checkCurrencies(lines, amount.currency);
  return mixed ? { ok: false, faults: [mixed] } : settle(lines, { input, amount });
}

const NO_AMOUNT: Fault = { path: 'amount', message: 'must be money', code: 1001 };
const UNREADABLE: Fault = { path: 'cart', message: 'cannot be read' };

function checkCurrencies(lines: readonly CartLine[], expected: string): Fault | undefined {
  const [first] = lines;
  const other = lines.find(({ currency }) => currency !== first?.currency);
  if (other) return { path: other.path, message: 'is in another currency than the lines before it', code: 1025 };
  if (first?.currency === expected) return undefined;
  return { path: 'cart.lines', message: 'must be in the currency of the amount', code: 1026 };
}

/** Adds the rounding line, or reports that the sum is wrong. */
function settle(lines: readonly CartLine[], order: { input: CartInput; amount: Money }): CartResult {
  const { input, amount } = order;
  const due = major(amount);
  const exponent = due.scale;
  const gap = minus(due, lines.map(({ total }) => total).reduce(plus, ZERO));
  const roundable = lines.filter(({ total }) => !fitsIn(total, exponent)).length;
  if (!isExplained(gap, roundable, exponent)) return { ok: false, faults: [sumFault(gap, roundable)] };
  const sent = totalOf(lines.map(({ priced }) => priced));
  const residue = { digits: wholeNear(minus(due, sent), exponent), scale: exponent };
  // After a full refund the sum is zero: half a minor unit may then round to one more or to one less.
  const isRight = minorUnits(plus(sent, residue), exponent) === BigInt(amount.amount);
  if (!isRight) return { ok: false, faults: [sumFault(gap, roundable)] };
  const items = lines.map(({ item }) => item);
  const rounding = residue.digits === 0n ? [] : [roundingItem(input, residue, amount.currency)];
  return { ok: true, cart: cartOf([...items, ...rounding], input.validate ?? true) };
}

/** Whether rounding of the given number of lines explains a difference: half a minor unit for each line. */
function isExplained({ digits, scale }: ExactDecimal, lines: number, exponent: number): boolean {
  const size = digits < 0n ? -digits : digits;
  return 2n * size * 10n ** BigInt(exponent) <= BigInt(lines) * 10n ** BigInt(scale);
}

function sumFault(gap: ExactDecimal, roundable: number): Fault {
  const side = gap.digits < 0n ? 'more' : 'less';
  const size = decimalText({ ...gap, digits: gap.digits < 0n ? -gap.digits : gap.digits });
  const bound = `rounding explains at most half a minor unit for each of ${roundable} lines`;
  return { path: 'cart.lines', message: `cost ${size} ${side} than the amount; ${bound}`, code: 1027 };
}

function roundingItem({ rounding }: CartInput, residue: ExactDecimal, currency: string): CartItem {
  const { name, merchantItemId } = rounding ?? DEFAULT_ROUNDING;
  return {
    name,
    unit_price: new JsonDecimal(decimalText(residue)),
    quantity: 1,
    merchant_item_id: merchantItemId,
    tax_table_selector: NO_TAX,
    currency,
  };
}

function cartOf(items: readonly CartItem[], isValidated: boolean): BuiltCart {
  const rates = [...new Set(items.map((item) => item.tax_table_selector))];
  const alternate = rates.map((rate): CartTaxTable => ({
    name: rate,
    standalone: true,
    rules: [{ rate: new JsonDecimal(rate) }],
  }));
  return { shopping_cart: { items }, checkout_options: { validate_cart: isValidated, tax_tables: { alternate } } };
}
