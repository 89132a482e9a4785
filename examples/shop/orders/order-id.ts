import { randomInt } from 'node:crypto';

/** Without 0/O and 1/I/L, because people read order ids out on the telephone. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const LENGTH = 10;

/** A new order id, such as `QS-7KDM3WPA4T`: unguessable, because everyone who knows it can read the order. */
export function newOrderId(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return `QS-${letters.join('')}`;
}
