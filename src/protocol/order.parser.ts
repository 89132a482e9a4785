import type { Customer } from './customer.types.js';
import type { Fault } from './fault.js';
import { FieldReader } from './field-reader.js';
import type { Cost, Order, OrderStanding, PaymentMethod, RelatedTransaction } from './order.types.js';
import { readCheckoutOptions, readOrderCart } from './order-cart.parser.js';
import { readPaymentDetails } from './payment-details.parser.js';

const ORDER_TEXTS = [
  'completed',
  'created',
  'modified',
  'currency',
  'description',
  'fastcheckout',
  'financial_status',
  'reason',
  'reason_code',
  'status',
  'session_id',
  'var1',
  'var2',
  'var3',
] as const;

/** The text fields of a customer (spec §2.2, §2.5). */
export const CUSTOMER_FIELDS = [
  'address1',
  'address2',
  'city',
  'cocnumber',
  'company_name',
  'country',
  'country_name',
  'email',
  'first_name',
  'house_number',
  'last_name',
  'locale',
  'phone1',
  'phone2',
  'state',
  'zip_code',
] as const;

/** Result of {@link parseOrder}: always an order, and the faults of the input. */
export interface ParsedOrder {
  readonly order: Order;
  /** Each with its path, such as `payment_methods[0].amount`; empty if there is none. */
  readonly faults: Fault[];
}

/**
 * Makes an {@link Order} from a notification body or from the `data` of a get-order answer (spec §2.2). Never throws on
 * a JSON value.
 *
 * Tolerant: it accepts numbers or strings, ignores unknown fields, and reports wrong ones, which count as absent. Parse
 * the text with {@link parseJson}, which keeps all digits of long ids.
 *
 * @param input - the parsed JSON
 * @example
 * const { order, faults } = parseOrder({ order_id: 'S1', amount: '4599', status: 'completed' });
 * order.amount; // 4599
 */
export function parseOrder(input: unknown): ParsedOrder {
  const faults: Fault[] = [];
  const reader = new FieldReader(input, '', faults);
  const order: Order = {
    ...reader.texts(ORDER_TEXTS),
    payment_url: reader.webAddress('payment_url'),
    order_id: reader.id('order_id'),
    auth_order_id: reader.id('auth_order_id'),
    transaction_id: reader.id('transaction_id'),
    amount: reader.amount('amount'),
    amount_refunded: reader.amount('amount_refunded') ?? 0,
    omitsAmountRefunded: isOmitted(reader.raw('amount_refunded')),
    costs: reader.list('costs').map(readCost),
    custom_info: reader.object('custom_info').texts(['custom_1', 'custom_2', 'custom_3']),
    customer: readCustomer(reader.object('customer')),
    items: reader.raw('items'),
    shopping_cart: readOrderCart(reader.object('shopping_cart')),
    checkout_options: readCheckoutOptions(reader.object('checkout_options')),
    order_total: reader.exactDecimal('order_total'),
    payment_details: readPaymentDetails(reader.object('payment_details')),
    payment_methods: reader.list('payment_methods').map(readPaymentMethod),
    related_transactions: reader.listOrOne('related_transactions').map(readRelatedTransaction),
    unreadable: unreadableIn(faults),
  };
  // Null means "not given" in every field, but it is not a valid order.
  if (input === null || input === undefined || Array.isArray(input)) {
    return { order, faults: [{ path: '', message: 'is not an object' }] };
  }
  return { order, faults };
}

/**
 * Reads only the fields that tell the state of an order's payment. It does the same as {@link parseOrder} in a fifth of
 * the time. Never throws on a JSON value.
 *
 * @param input - the parsed JSON
 * @example
 * parseOrderStanding({ order_id: 'S1', amount: '4599', status: 'completed' }).amount; // 4599
 */
export function parseOrderStanding(input: unknown): OrderStanding {
  const faults: Fault[] = [];
  const reader = new FieldReader(input, '', faults);
  return {
    ...reader.texts(['created', 'modified', 'currency', 'financial_status', 'status']),
    order_id: reader.id('order_id'),
    auth_order_id: reader.id('auth_order_id'),
    transaction_id: reader.id('transaction_id'),
    amount: reader.amount('amount'),
    amount_refunded: reader.amount('amount_refunded') ?? 0,
    omitsAmountRefunded: isOmitted(reader.raw('amount_refunded')),
    costs: reader.list('costs').map(readCost),
    payment_details: readPaymentStanding(reader.object('payment_details')),
    related_transactions: reader.listOrOne('related_transactions').map(readRelatedTransaction),
    unreadable: unreadableIn(faults),
  };
}

const isOmitted = (value: unknown): boolean => value === null || value === '';

const readPaymentStanding = (reader: FieldReader): OrderStanding['payment_details'] => ({
  ...reader.texts(['capture', 'coupon_brand', 'terminal_id', 'type']),
  capture_remain: reader.amount('capture_remain'),
});

const TELLS_OF_REFUNDS = /^(?:amount_refunded|related_transactions)(?![^.[])/;

/** Must run last: faults are found while fields are read. */
const unreadableIn = (faults: readonly Fault[]): string[] =>
  faults.map(({ path }) => path).filter((path) => TELLS_OF_REFUNDS.test(path));

function readCustomer(reader: FieldReader): Customer {
  return reader.texts(CUSTOMER_FIELDS);
}

function readCost(reader: FieldReader): Cost {
  return {
    ...reader.texts(['created', 'description', 'status', 'type']),
    amount: reader.decimal('amount'),
    transaction_id: reader.id('transaction_id'),
  };
}

function readPaymentMethod(reader: FieldReader): PaymentMethod {
  return {
    ...reader.texts([
      'currency',
      'description',
      'external_transaction_id',
      'payment_description',
      'status',
      'type',
      'account_holder_name',
    ]),
    amount: reader.integer('amount'),
    card_expiry_date: reader.cardExpiry('card_expiry_date'),
  };
}

function readRelatedTransaction(reader: FieldReader): RelatedTransaction {
  return {
    ...reader.texts(['type', 'status', 'currency', 'created', 'modified', 'description', 'var1', 'var2', 'var3']),
    transaction_id: reader.id('transaction_id'),
    reference_transaction_id: reader.id('reference_transaction_id'),
    order_id: reader.id('order_id'),
    refund_order_id: reader.id('refund_order_id'),
    amount: sizeOf(reader.integer('amount')),
  };
}

/** The type tells the direction of the money, so a negative amount counts as its absolute value. */
const sizeOf = (amount: number | null): number | null => (amount === null ? null : Math.abs(amount));
