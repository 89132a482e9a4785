import { Money, type RefundCartInput } from '../../protocol/index.js';

/** As much as the column holds on every engine. */
export const MAX_CART_BYTES = 65_000;

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

/**
 * A cart with its money, of what the database gives back.
 *
 * @throws MoneyError when an amount in it is none
 */
export const reviveCart = (stored: unknown): RefundCartInput | null =>
  stored === null || stored === undefined ? null : (JSON.parse(JSON.stringify(stored), reviveMoney) as RefundCartInput);

/**
 * A copy that nobody else holds, with nothing in it that the database would not give back.
 *
 * @returns null for what is no cart, or too large to be kept
 * @throws whatever stands in the way of a copy: a ring, a getter that throws, an amount that is none
 */
export function copyCart(cart: unknown): RefundCartInput | null {
  const text: unknown = JSON.stringify(cart);
  const isKept = typeof text === 'string' && text.startsWith('{') && Buffer.byteLength(text) <= MAX_CART_BYTES;
  return isKept ? (JSON.parse(text, reviveMoney) as RefundCartInput) : null;
}
