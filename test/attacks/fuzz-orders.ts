import fc from 'fast-check';
import { DATES, json, LISTS, odd, orderOf, STATUSES, type FuzzKind, type MakeBody, type Order } from './fuzz-values.js';

/** A whole order with something done to it. */
const changed = (bodies: fc.Arbitrary<(order: Order, orderId: string) => unknown>): fc.Arbitrary<MakeBody> =>
  bodies.map((change) => (orderId, at) => json(change(orderOf(orderId, at), orderId)));

const FIELDS = Object.keys(orderOf('F-0', 0));
const NESTED = [
  ['customer', 'email'],
  ['customer', 'locale'],
  ['payment_details', 'type'],
  ['payment_details', 'account_iban'],
  ['custom_info', 'custom_1'],
] as const;

const CURRENCIES = [
  'USD',
  'JPY',
  'eur',
  'EUR ',
  '',
  'EURO',
  'XXX',
  '€',
  'E\u200bUR',
  null,
  978,
  ['EUR'],
  { code: 'EUR' },
  true,
];

const transaction = fc.record(
  {
    amount: odd,
    currency: odd,
    status: odd,
    type: odd,
    transaction_id: odd,
    created: odd,
    reference_transaction_id: odd,
    refund_order_id: odd,
    description: odd,
  },
  { requiredKeys: [] },
);

/** Bodies that differ from an order in what its fields hold; the first is left as it is, and has to be paid. */
export const ORDER_KINDS: readonly FuzzKind[] = [
  { name: 'as it is', bodies: changed(fc.constant((order) => order)) },
  {
    name: 'one to four fields of another type',
    bodies: changed(
      fc
        .dictionary(fc.constantFrom(...FIELDS), odd, { minKeys: 1, maxKeys: 4 })
        .map((fields) => (order) => ({ ...order, ...fields })),
    ),
  },
  {
    name: 'nested fields of another type',
    bodies: changed(
      fc.tuple(fc.constantFrom(...NESTED), odd).map(([[outer, inner], value]) => (order) => ({
        ...order,
        [outer]: { [inner]: value },
      })),
    ),
  },
  {
    name: 'another currency',
    bodies: changed(fc.constantFrom(...CURRENCIES).map((currency) => (order) => ({ ...order, currency }))),
  },
  { name: 'another order id', bodies: changed(odd.map((orderId) => (order) => ({ ...order, order_id: orderId }))) },
  {
    name: 'statuses, known and unknown',
    bodies: changed(
      fc.tuple(fc.constantFrom(...STATUSES), fc.constantFrom(...STATUSES)).map(([status, financial]) => (order) => ({
        ...order,
        status,
        financial_status: financial,
      })),
    ),
  },
  {
    name: 'dates of every form',
    bodies: changed(
      fc
        .tuple(fc.constantFrom('created', 'modified', 'completed'), fc.constantFrom<unknown>(...DATES))
        .map(([field, date]) => (order) => ({ ...order, [field]: date })),
    ),
  },
  {
    name: 'fields left out',
    bodies: changed(
      fc
        .subarray(FIELDS, { minLength: 1 })
        .map((gone) => (order) => Object.fromEntries(Object.entries(order).filter(([name]) => !gone.includes(name)))),
    ),
  },
  {
    name: 'fields no one knows',
    bodies: changed(
      fc
        .dictionary(fc.string({ unit: 'binary', maxLength: 30 }), odd, { minKeys: 1, maxKeys: 20 })
        .map((fields) => (order) => ({ ...fields, ...order })),
    ),
  },
  {
    name: 'lists of transactions of any kind',
    bodies: changed(
      fc
        .tuple(fc.constantFrom(...LISTS), fc.array(fc.oneof(transaction, odd), { maxLength: 12 }))
        .map(([name, list]) => (order) => ({ ...order, [name]: list })),
    ),
  },
];
