import { JsonDecimal } from '../json-decimal.js';
import type { Money } from '../money.js';
import { lineTotal, type PricedLine } from './cart-arithmetic.js';
import type { CartInput, CartLineInput, CartShippingInput, UnitPrice } from './cart-input.types.js';
import type { CartItem } from './cart.types.js';
import { decimalText, ONE, plus, quotient, readDecimal, times, type ExactDecimal } from './exact-decimal.js';

/** A line between the shop's form and the wire format. */
export interface CartLine {
  readonly path: string;
  readonly currency: string;
  readonly item: CartItem;
  /** The values on the wire. */
  readonly priced: PricedLine;
  /** The shop's own total, tax included, in major units, before any division. */
  readonly total: ExactDecimal;
}

/** Decimals of a unit price on the wire, as in the service's own samples (protocol §2.1). */
const PRICE_DECIMALS = 10;
const PERCENT: ExactDecimal = { digits: 1n, scale: 2 };
/** The id that marks the cost of delivery at the service (protocol §2.1). */
const SHIPPING_ID = 'msp-shipping';

/** The lines of a cart without faults, with shipping as the last one. */
export function readLines({ lines, shipping }: CartInput, currency: string): CartLine[] {
  const given = lines.map((line, index) => readLine(line, `cart.lines[${index}]`, currency));
  return shipping ? [...given, readLine(shippingLine(shipping), 'cart.shipping', currency)] : given;
}

/** A tax rate in the form of the wire: `0.21`, `0.055`; at least two decimals, as in `#.##` (spec §7, 1028). */
export function rateText(taxRate: ExactDecimal): string {
  const [whole, fraction = ''] = decimalText(taxRate).split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

function readLine(line: CartLineInput, path: string, orderCurrency: string): CartLine {
  const quantity = decimal(line.quantity);
  const taxRate = times(decimal(line.taxPercent), PERCENT);
  const priced = { unitPrice: priceBeforeTax(line, taxRate), quantity, taxRate };
  const currency = line.unitPriceIncludingTax?.currency ?? line.currency ?? orderCurrency;
  const total = line.unitPriceIncludingTax ? times(major(line.unitPriceIncludingTax), quantity) : lineTotal(priced);
  return { path, currency, priced, total, item: itemOf(line, priced, currency) };
}

function shippingLine(shipping: CartShippingInput): CartLineInput {
  return { ...shipping, merchantItemId: SHIPPING_ID, quantity: 1 };
}

function priceBeforeTax({ unitPrice, unitPriceIncludingTax }: UnitPrice, taxRate: ExactDecimal): ExactDecimal {
  return unitPriceIncludingTax
    ? quotient(major(unitPriceIncludingTax), plus(ONE, taxRate), PRICE_DECIMALS)
    : decimal(unitPrice);
}

function itemOf(line: CartLineInput, { unitPrice, taxRate }: PricedLine, currency: string): CartItem {
  const { name, description, quantity, merchantItemId, weight } = line;
  return {
    name,
    description: description ?? undefined,
    unit_price: new JsonDecimal(decimalText(unitPrice)),
    quantity,
    merchant_item_id: merchantItemId,
    tax_table_selector: rateText(taxRate),
    currency,
    weight: weight ? { unit: weight.unit, value: weight.value } : undefined,
  };
}

/** Money in major units, with all decimals of its currency. */
export function major(money: Money): ExactDecimal {
  return decimal(money.toDecimal());
}

// The rules of the cart have already refused a value that is not a decimal.
const decimal = (value: unknown): ExactDecimal => readDecimal(value)!;
