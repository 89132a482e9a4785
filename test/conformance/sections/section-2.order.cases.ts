import { expect } from '@jest/globals';
import type { Rule } from '../support/rule.types.js';
import { FULL_REQUEST, paidSample } from '../support/samples.js';
import {
  expectField,
  INTEGER,
  LIST_OR_NULL,
  listOf,
  NUMBER,
  NUMBER_OR_TEXT,
  objectOf,
  TEXT,
  TEXT_OR_NULL,
  TIME,
  type Kind,
} from '../support/kinds.js';
import { ORDER, type Json, type World } from '../support/world.js';

/** A row of the table of fields: its kind on the wire, and what else is said of it. */
interface FieldRow {
  readonly item: string;
  readonly rule: string;
  readonly kind: Kind;
  /** Further statements about a paid order. */
  readonly and?: (order: Json, world: World) => Promise<void> | void;
}

/** A rule that holds for the notification and for get-order alike. */
const ruleOf = ({ item, rule, kind, and }: FieldRow): Rule => ({
  section: '2.2',
  item,
  rule,
  side: 'service',
  async check(world) {
    const { notified, read } = await paidSample(world);
    for (const order of [notified, read]) {
      expectField(order, item, kind);
      await and?.(order, world);
    }
  },
});

const CUSTOMER_FIELDS = Object.keys(FULL_REQUEST.customer);
const COST = objectOf({ amount: NUMBER, description: TEXT, transaction_id: NUMBER_OR_TEXT, type: TEXT });
const METHOD = objectOf({
  amount: INTEGER,
  currency: TEXT,
  description: TEXT,
  external_transaction_id: NUMBER_OR_TEXT,
  payment_description: TEXT,
  status: TEXT,
  type: TEXT,
  account_holder_name: TEXT,
  card_expiry_date: NUMBER_OR_TEXT,
});

const FIELDS: readonly FieldRow[] = [
  {
    item: 'amount',
    rule: 'an integer, in cents',
    kind: INTEGER,
    and: (order) => expect(order['amount']).toBe(ORDER.amount),
  },
  { item: 'amount_refunded', rule: 'an integer, in cents', kind: INTEGER },
  { item: 'completed', rule: 'a date and time without a zone; may be missing until the payment is done', kind: TIME },
  { item: 'created', rule: 'a date and time without a zone', kind: TIME },
  { item: 'modified', rule: 'a date and time without a zone', kind: TIME },
  {
    item: 'costs',
    rule: 'a list, each with an amount in whole currency units, a description, a transaction and a type',
    kind: listOf(COST),
  },
  {
    item: 'currency',
    rule: 'a code of ISO 4217',
    kind: TEXT,
    and: (order) => expect(order['currency']).toBe('EUR'),
  },
  {
    item: 'custom_info',
    rule: 'an object of three texts, each of which may be null',
    kind: objectOf({ custom_1: TEXT_OR_NULL, custom_2: TEXT_OR_NULL, custom_3: TEXT_OR_NULL }),
    and: (order) => expect(order['custom_info']).toEqual({ ...FULL_REQUEST.custom_info, custom_3: null }),
  },
  {
    item: 'customer',
    rule: 'an object of sixteen fields about the shopper, each a text or null',
    kind: objectOf(Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, TEXT_OR_NULL]))),
    and: (order) => expect(order['customer']).toMatchObject(FULL_REQUEST.customer),
  },
  {
    item: 'customer',
    rule: 'country is a two-letter code of ISO 3166-1, locale a language and a country',
    kind: objectOf({ country: TEXT, locale: TEXT }),
    and: (order) => expect(order['customer']).toMatchObject({ country: 'NL', locale: 'nl_NL' }),
  },
  {
    item: 'description',
    rule: 'the text that the merchant gave',
    kind: TEXT,
    and: (order) => expect(order['description']).toBe(FULL_REQUEST.description),
  },
  {
    item: 'fastcheckout',
    rule: 'a flag as text; NO for an ordinary order',
    kind: TEXT,
    and: (order) => expect(order['fastcheckout']).toBe('NO'),
  },
  {
    item: 'financial_status',
    rule: 'one of the values that status can have',
    kind: TEXT,
    and: (order) => expect(order['financial_status']).toBe('completed'),
  },
  { item: 'items', rule: 'a list or null', kind: LIST_OR_NULL },
  { item: 'order_id', rule: "the merchant's own identifier, as text", kind: TEXT },
  { item: 'payment_details', rule: 'an object', kind: objectOf({ type: TEXT }) },
  {
    item: 'payment_methods',
    rule: 'a list of seven fields each, and of two more for a card: its holder and its expiry date',
    kind: listOf(METHOD),
  },
  { item: 'reason', rule: 'text for people, perhaps empty', kind: TEXT },
  { item: 'reason_code', rule: 'text, perhaps empty', kind: TEXT },
  { item: 'related_transactions', rule: 'a list or null', kind: LIST_OR_NULL },
  {
    item: 'status',
    rule: 'the state of the order',
    kind: TEXT,
    and: (order) => expect(order['status']).toBe('completed'),
  },
  { item: 'transaction_id', rule: "the service's own identifier, a number or text", kind: NUMBER_OR_TEXT },
  {
    item: 'var1',
    rule: "the merchant's own text, or null",
    kind: TEXT_OR_NULL,
    and: (order) => expect(order['var1']).toBe(FULL_REQUEST.var1),
  },
  {
    item: 'var2',
    rule: "the merchant's own text, or null",
    kind: TEXT_OR_NULL,
    and: (order) => expect(order['var2']).toBe(FULL_REQUEST.var2),
  },
  { item: 'var3', rule: "the merchant's own text, or null", kind: TEXT_OR_NULL },
];

const UNPAID: Rule = {
  section: '2.2',
  item: 'completed',
  rule: 'while it is missing the other times are there',
  side: 'service',
  async check(world) {
    const order = await world.read(await world.order());
    expect(order).not.toHaveProperty('completed');
    expectField(order, 'created', TIME);
    expectField(order, 'modified', TIME);
  },
};

/** §2.2: the order object, field by field. */
export const orderObject: readonly Rule[] = FIELDS.flatMap((row) =>
  row.item === UNPAID.item ? [ruleOf(row), UNPAID] : [ruleOf(row)],
);
