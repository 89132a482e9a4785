import { totalOf } from '../cart/cart-arithmetic.js';
import type { CartLineInput } from '../cart/index.js';
import { decimalText, minorUnits, minus, readDecimal, times, ZERO, type ExactDecimal } from '../cart/exact-decimal.js';
import { currencyExponent, isCurrency } from '../currencies.js';
import type { Fault } from '../fault.js';
import { MAX_ORDER_AMOUNT } from '../limits.js';
import { Money } from '../money.js';
import type { OrderCartItem } from '../order-cart.types.js';
import type { Order } from '../order.types.js';
import type { RefundCartInput } from './order-change.types.js';
import { refundCart } from './refund.requests.js';

/** A returned line of an order, whole or in part. */
export interface RefundedLine {
  /** Its place in `order.shopping_cart.items`, from 0. */
  readonly index: number;
  /** The returned quantity, at most what was bought: a whole number, or decimal text. Default: all of it. */
  readonly quantity?: number | string;
}

/** The fields of a read order that {@link refundCartOf} needs. */
export type RefundableOrder = Pick<
  Order,
  'amount' | 'amount_refunded' | 'currency' | 'shopping_cart' | 'checkout_options'
>;

/** Result of {@link refundCartOf}: amount and cart of the refund, or all faults. */
export type RefundCartReading = { ok: true; amount: Money; cart: RefundCartInput } | { ok: false; faults: Fault[] };

type Line = CartLineInput & { readonly unitPrice: string };

/**
 * Makes the cart of a refund from a read order and the returned lines: pay-later methods refund by lines, and the read
 * contains them (protocol §2.2, §2.6). Delivery, discounts and a rounding line are lines like all others.
 *
 * @param order - the result of `payments.group(…).orders.read`
 * @param lines - the returned lines; each line of the order at most once
 * @param amount - what the customer gets. Default: the cost of the lines, tax included, rounded once, and at most what
 *   is left of the order. Another amount may differ from that by half a minor unit for each line of the order, such as
 *   the last cent of an order whose lines were returned one by one; a rounding line takes the difference
 * @returns amount and cart for `refunds.request` or `client.refund`, or every fault: 1016 for a line that the order
 *   does not have or that has no name, 1027 for an amount that the lines do not explain, 1034 if nothing is left. Never
 *   throws for input of the declared types
 * @example
 * const givenBack = (order: Order): RefundCartReading => refundCartOf(order, [{ index: 0, quantity: 1 }]);
 */
export function refundCartOf(
  order: RefundableOrder,
  lines: readonly RefundedLine[],
  amount?: Money,
): RefundCartReading {
  const { currency } = order;
  const bought = order.shopping_cart.items.map((item) => lineOf(item, order));
  if (currency === null || !isCurrency(currency)) return refuse('order.currency', 'is not known', 1026);
  if (bought.length === 0) return refuse('order.shopping_cart', 'has no lines: refund by amount', 1016);
  const returned = chosen(bought, lines);
  if (!returned.ok) return returned;
  const [paid, total] = [totalIn(bought, currency), totalIn(returned.lines, currency)];
  if (paid === null || total === null) return refuse('order.shopping_cart', 'costs more than an order may', 1027);
  const due = amount ?? Money.ofMinor(Math.max(0, Math.min(total, leftOf(order) ?? total)), currency);
  if (!Money.isMoney(due) || due.amount < 1) return refuse('amount', 'must be more than nothing, and be left', 1034);
  const rest = roundingLines(due.amount - total, bought.length, currency);
  const cart = {
    bought: { lines: bought },
    paid: Money.ofMinor(paid, currency),
    returned: { lines: [...returned.lines, ...rest] },
  };
  const built = refundCart(cart, due);
  return built.ok ? { ok: true, amount: due, cart } : built;
}

/** What the service can still refund. */
function leftOf({ amount, amount_refunded }: RefundableOrder): number | null {
  return amount === null ? null : amount - amount_refunded;
}

/** A missing field stays empty; the rules of the cart report it as a fault. */
function lineOf(item: OrderCartItem, order: RefundableOrder): Line {
  const { unit, value } = item.weight;
  return {
    name: item.name ?? '',
    merchantItemId: item.merchant_item_id ?? '',
    quantity: item.quantity ?? '',
    unitPrice: item.unit_price ?? '',
    taxPercent: decimalText(times(rateOf(item, order), { digits: 100n, scale: 0 })),
    ...(item.description === null ? {} : { description: item.description }),
    ...(item.currency === null ? {} : { currency: item.currency }),
    ...(unit === null || value === null ? {} : { weight: { unit, value } }),
  };
}

/** The rate of its table, or else its own rate; a missing table means no tax. */
function rateOf({ tax_table_selector: selector, tax_rate }: OrderCartItem, order: RefundableOrder): ExactDecimal {
  const { default: usual, alternate } = order.checkout_options.tax_tables;
  const table = alternate.find(({ name }) => name === selector);
  const isUsual = selector === null || selector === '' || selector === 'default';
  return decimal(isUsual ? (usual.rate ?? tax_rate) : table?.rules[0]?.rate);
}

function chosen(bought: readonly Line[], wanted: readonly RefundedLine[]) {
  const faults: Fault[] = [];
  const lines = wanted.flatMap(({ index, quantity }, position) => {
    const line = bought[index];
    const path = `lines[${position}]`;
    if (line === undefined) faults.push({ path: `${path}.index`, message: 'is no line of the order', code: 1016 });
    const isTwice = wanted.findIndex((each) => each.index === index) < position;
    if (isTwice) faults.push({ path: `${path}.index`, message: 'is given back twice', code: 1016 });
    const tooMany = line !== undefined && minus(decimal(quantity ?? line.quantity), decimal(line.quantity)).digits > 0n;
    if (tooMany) faults.push({ path: `${path}.quantity`, message: 'is more than was bought', code: 1016 });
    return line === undefined ? [] : [{ ...line, quantity: quantity ?? line.quantity }];
  });
  return faults.length > 0 ? { ok: false as const, faults } : { ok: true as const, lines };
}

/** Minor units, rounded once; null if that is more than money can hold. */
function totalIn(lines: readonly Line[], currency: string): number | null {
  const priced = lines.map(({ unitPrice, quantity, taxPercent }) => ({
    unitPrice: decimal(unitPrice),
    quantity: decimal(quantity),
    taxRate: times(decimal(taxPercent), { digits: 1n, scale: 2 }),
  }));
  const total = Number(minorUnits(totalOf(priced), currencyExponent(currency) ?? 2));
  return Math.abs(total) <= MAX_ORDER_AMOUNT ? total : null;
}

/**
 * Lines that are returned one by one are rounded one by one: together, the difference may be half a minor unit for each
 * line of the order. The rules of the cart refuse a larger difference.
 */
function roundingLines(gap: number, lines: number, currency: string): Line[] {
  if (gap === 0 || 2 * Math.abs(gap) > lines) return [];
  const unitPrice = decimalText({ digits: BigInt(gap), scale: currencyExponent(currency) ?? 2 });
  return [{ name: 'Rounding', merchantItemId: 'rounding', quantity: 1, unitPrice, taxPercent: '0' }];
}

// The rules of the cart report a value that is not a decimal.
const decimal = (value: unknown): ExactDecimal => readDecimal(value) ?? ZERO;

const refuse = (path: string, message: string, code: number): { ok: false; faults: Fault[] } => ({
  ok: false,
  faults: [{ path, message, code }],
});
