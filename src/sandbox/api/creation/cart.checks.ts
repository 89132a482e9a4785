import { isFields, isCurrency } from '../../../protocol/index.js';
import type { ServiceFault } from '../../core/index.js';
import { type CartContent, findMethod, isPayLater, type SandboxMethod, takesCurrency } from '../../orders/index.js';
import { cartTotal, readCart } from './cart.js';
import { claimedTax, isTaxRate, lineTax, tableRates, type LineTax } from './cart-tax.js';
import type { CreateOrderCheck, JsonObject } from './create-order.types.js';
import { isSame, readDecimal, type ExactDecimal } from '../../../protocol/cart/exact-decimal.js';
import { hasMember, objectAt, textAt } from '../json-fields.js';

// A shop that rounds each line gets another sum than one that rounds at the end.
const TOLERANCE = 1;

interface CartCase {
  readonly cart: CartContent;
  readonly currency: string;
  readonly amount: number;
  readonly method: SandboxMethod | null;
  readonly payLater: boolean;
  /** `checkout_options.validate_cart`; pay-later carts are always validated. */
  readonly validated: boolean;
  readonly direct: boolean;
}

type CartCheck = (cart: CartCase) => ServiceFault | null;

const fault = (code: number, detail: string): ServiceFault => ({ code, detail });
const isTrue = (value: unknown): boolean => value === true || value === 1 || value === 'true' || value === '1';

const checkPrices: CartCheck = ({ cart }) => {
  const wrong = cart.items.findIndex((line) => readDecimal(line['unit_price']) === null);
  if (wrong >= 0) return fault(1031, `shopping_cart.items[${wrong}].unit_price must be a decimal number`);
  const uncounted = cart.items.findIndex((line) => readDecimal(line['quantity']) === null);
  return uncounted < 0 ? null : fault(1016, `shopping_cart.items[${uncounted}].quantity must be a number`);
};

const checkCurrencies: CartCheck = ({ cart, currency, payLater, method }) => {
  const currencies = new Set(cart.items.flatMap((line) => (hasMember(line, 'currency') ? [line['currency']] : [])));
  if (currencies.size > 1) return fault(1025, 'the items name several currencies');
  const [own] = [...currencies].map(String);
  if (own === undefined) return null;
  const supported = isCurrency(own) && (!payLater || method === null || takesCurrency(method, own));
  if (!supported) return fault(1030, 'the currency of the items is not supported for this account');
  return own === currency ? null : fault(1026, `the items are in ${own}, the transaction in ${currency}`);
};

const checkRates: CartCheck = ({ cart }) => {
  const lineRates = cart.items.flatMap((line) => (hasMember(line, 'tax_rate') ? [line['tax_rate']] : []));
  const wrong = [...tableRates(cart.taxTables), ...lineRates].some((rate) => !isTaxRate(rate));
  return wrong ? fault(1028, 'a tax rate must be a decimal number formatted #.##, such as 0.21') : null;
};

const checkTaxes: CartCheck = ({ cart, validated, payLater }) => {
  if (!validated && !payLater) return null;
  for (const [index, line] of cart.items.entries()) {
    const claimed = claimedTax(line, cart);
    const rates = [lineTax(line, cart), hasMember(line, 'tax_rate') ? readDecimal(line['tax_rate']) : claimed];
    const isKept = claimed === null || rates.every((tax) => isRate(tax) && isSame(tax, claimed));
    if (!isKept) return fault(1029, `shopping_cart.items[${index}]: its tax is not that of its table`);
  }
  return null;
};

const PER_CENT = 2;

// A lender knows the rates of its countries, and no rate that a shop has divided out of rounded prices.
const checkLenderTaxes: CartCheck = ({ cart, method }) => {
  const taken = method?.taxPercents?.map((percent) => ({ digits: BigInt(percent), scale: PER_CENT }));
  const wrong = cart.items.findIndex((line) => {
    const tax = lineTax(line, cart);
    return taken !== undefined && isRate(tax) && !taken.some((rate) => isSame(rate, tax));
  });
  const rates = method?.taxPercents?.join(', ');
  return wrong < 0
    ? null
    : fault(1029, `shopping_cart.items[${wrong}]: ${method?.code} takes a VAT of ${rates} % only`);
};

const isRate = (tax: LineTax | null): tax is ExactDecimal => tax !== null && typeof tax !== 'string';

const checkTotal: CartCheck = ({ cart, currency, amount, validated, payLater, direct }) => {
  if (payLater && cart.items.some((line) => lineTax(line, cart) === 'none')) {
    return fault(1027, 'each item needs its VAT, 0% if there is none');
  }
  const total = cartTotal(cart.items, cart, currency);
  if (total !== null && Math.abs(total - amount) <= TOLERANCE) return null;
  if (validated || payLater)
    return fault(1027, `the items cost ${total ?? 'nothing certain'}, the amount is ${amount}`);
  // The cart was not checked, and a direct request goes straight to the bank's page with it.
  return direct ? fault(5001, 'the cart was not validated and does not add up to the amount') : null;
};

const CHECKS: readonly CartCheck[] = [
  checkPrices,
  checkCurrencies,
  checkRates,
  checkTaxes,
  checkLenderTaxes,
  checkTotal,
];

/** Checks the shopping cart of a create-order request (spec §7, 1025 to 1031 and 5001). */
export const checkShoppingCart: CreateOrderCheck = (body) => {
  const structure = checkStructure(body);
  if (structure !== null) return structure;
  const gateway = textAt(body, 'gateway');
  const payLater = isPayLater(gateway);
  const cart = readCart(body);
  if (cart === null) return payLater ? fault(1016, 'this payment method needs a shopping_cart') : null;
  const { amount } = body;
  const cartCase: CartCase = {
    cart,
    currency: textAt(body, 'currency') ?? '',
    amount: Number(amount),
    method: findMethod(gateway ?? ''),
    payLater,
    validated: isTrue(objectAt(body, 'checkout_options')['validate_cart']),
    direct: body['type'] === 'direct',
  };
  for (const check of CHECKS) {
    const found = check(cartCase);
    if (found !== null) return found;
  }
  return null;
};

function checkStructure(body: JsonObject): ServiceFault | null {
  const wrong = ['shopping_cart', 'checkout_options'].find((field) => hasMember(body, field) && !isFields(body[field]));
  if (wrong !== undefined) return fault(1016, `${wrong} must be an object`);
  const { items } = objectAt(body, 'shopping_cart');
  if (items === undefined || items === null) return null;
  const good = Array.isArray(items) && items.every(isFields);
  return good ? null : fault(1016, 'shopping_cart.items must be a list of objects');
}
