import { randomInt } from 'node:crypto';

/** No 0/O, 1/I/L: an order id is read out on the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

/** A new order id, e.g. `QS-7KDM3WPA4T`: unguessable, for anyone who knows it can look at the order. */
export function newOrderId(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `QS-${letters.join('')}`;
}
