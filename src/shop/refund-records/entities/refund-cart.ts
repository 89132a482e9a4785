import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAX_BODY_BYTES, Money, type RefundCartInput } from '../../../protocol/index.js';

/** As much as the column holds on every engine. A cart of two hundred lines with their texts is longer as plain JSON. */
const MAX_COLUMN_BYTES = 65_000;

/** A cart in its column: plain, or deflated where it would not fit. */
export type StoredCart = RefundCartInput | { readonly deflated: string };

const isMoneyJson = (value: object): value is { amount: number; currency: string } =>
  Object.keys(value).length === 2 &&
  'amount' in value &&
  typeof value.amount === 'number' &&
  'currency' in value &&
  typeof value.currency === 'string';

const reviveMoney = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && isMoneyJson(value)
    ? Money.ofMinor(value.amount, value.currency)
    : value;

const parse = (text: string): RefundCartInput => JSON.parse(text, reviveMoney) as RefundCartInput;

/**
 * A cart with its money, from the value of the database.
 *
 * @throws MoneyError when an amount in it is invalid
 */
export function reviveCart(stored: StoredCart | null | undefined): RefundCartInput | null {
  if (stored === null || stored === undefined) return null;
  if ('bought' in stored) return parse(JSON.stringify(stored));
  return parse(inflateRawSync(Buffer.from(stored.deflated, 'base64')).toString('utf8'));
}

/** The form of a cart in the database. */
export function storedCart(cart: RefundCartInput | null | undefined): StoredCart | null {
  if (cart === null || cart === undefined) return null;
  const text = JSON.stringify(cart);
  return Buffer.byteLength(text) <= MAX_COLUMN_BYTES ? cart : { deflated: deflateRawSync(text).toString('base64') };
}

/**
 * A separate copy, without anything that the database would not return.
 *
 * @returns null for a value that is not a cart, or too large to be stored
 * @throws what prevents a copy: a ring, a getter that throws, an invalid amount
 */
export function copyRefundCart(value: unknown): RefundCartInput | null {
  const text: unknown = JSON.stringify(value);
  if (typeof text !== 'string' || !text.startsWith('{') || Buffer.byteLength(text) > MAX_BODY_BYTES) return null;
  const cart = parse(text);
  return Buffer.byteLength(JSON.stringify(storedCart(cart))) <= MAX_COLUMN_BYTES ? cart : null;
}
