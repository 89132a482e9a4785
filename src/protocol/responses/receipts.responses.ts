import { FieldReader } from '../field-reader.js';

/** An item on the receipt of a terminal; texts as received. */
export interface ReceiptItem {
  readonly name: string | null;
  readonly quantity: string | null;
  /** In major units, decimal text. */
  readonly unit_price: string | null;
}

/** The tip of the customer. */
export interface ReceiptTip {
  /** Integer minor units. */
  readonly amount: number | null;
  readonly employee: { readonly id: string | null; readonly name: string | null };
}

/** The receipt of a payment at a terminal, in the service's own field names (protocol §2.11); `null` if absent. */
export interface PosReceipt {
  readonly merchant: { readonly name: string | null; readonly address: string | null };
  readonly order: {
    readonly transaction_id: string | null;
    /** The paid amount with the tip: integer minor units. */
    readonly amount: number | null;
    /** Integer minor units. */
    readonly amountrefunded: number | null;
    readonly currency: string | null;
    /** When it was paid, service time. */
    readonly completed: string | null;
    readonly items: readonly ReceiptItem[];
    readonly tip: ReceiptTip | null;
  };
  readonly payment: Readonly<Record<(typeof PAYMENT_TEXTS)[number] | 'last4' | 'card_expiry_date', string | null>>;
  readonly printed_on: string | null;
  /** Transactions after the payment, as received: refunds and cancellations. */
  readonly related_transactions: readonly Readonly<Record<string, unknown>>[];
}

const PAYMENT_TEXTS = [
  'payment_method',
  'card_entry_mode',
  'cardholder_verification_method',
  'terminal_id',
  'application_id',
  'authorization_code',
  'issuer_bin',
  'issuer_country_code',
  'response_code',
  'card_acceptor_location',
] as const;

/**
 * Reads the receipt of a payment at a terminal (protocol §2.11). Never throws on a JSON value.
 *
 * @param data - `data` of the answer
 * @example
 * readReceipt({ order: { amount: 1250 }, payment: { last4: 190 } }).payment.last4; // '0190'
 */
export function readReceipt(data: unknown): PosReceipt {
  const reader = new FieldReader(data, '', []);
  const payment = reader.object('payment');
  return {
    merchant: reader.object('merchant').texts(['name', 'address'] as const),
    order: readOrder(reader.object('order')),
    payment: {
      ...payment.texts(PAYMENT_TEXTS),
      last4: payment.text('last4')?.padStart(4, '0') ?? null,
      card_expiry_date: payment.cardExpiry('card_expiry_date'),
    },
    printed_on: reader.text('printed_on'),
    related_transactions: recordsIn(reader.raw('related_transactions')),
  };
}

function readOrder(reader: FieldReader): PosReceipt['order'] {
  return {
    transaction_id: reader.id('transaction_id'),
    amount: reader.amount('amount'),
    amountrefunded: reader.amount('amountrefunded') ?? reader.amount('amount_refunded'),
    ...reader.texts(['currency', 'completed'] as const),
    items: readItems(reader),
    tip: readTip(reader),
  };
}

// `items` is a list, or an object that holds one under the same name (protocol §2.11).
function readItems(reader: FieldReader): ReceiptItem[] {
  const isList = Array.isArray(reader.raw('items'));
  const items = (isList ? reader : reader.object('items')).list('items');
  return items.map((item) => item.texts(['name', 'quantity', 'unit_price'] as const));
}

function readTip(order: FieldReader): ReceiptTip | null {
  const tip = onlyOne(order, 'tip');
  if (tip === null) return null;
  const employee = onlyOne(tip, 'employee') ?? new FieldReader(null, '', []);
  return { amount: tip.amount('amount'), employee: employee.texts(['id', 'name'] as const) };
}

// Some official clients read a list of tips and of employees; the published answers have one of each. `null` if there
// is none.
function onlyOne(reader: FieldReader, name: string): FieldReader | null {
  const value = reader.raw(name);
  if (Array.isArray(value)) return reader.list(name)[0] ?? null;
  return value === null ? null : reader.object(name);
}

function recordsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one): one is Readonly<Record<string, unknown>> => typeof one === 'object' && one !== null);
}
