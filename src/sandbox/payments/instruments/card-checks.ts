import type { ServiceFault } from '../../core/index.js';
import type { CardInstrument } from './payment-instrument.js';

const NUMBER = /^\d{12,19}$/;
const EXPIRY = /^\d{2}(?:0[1-9]|1[0-2])$/;
const SECURITY_CODE = /^\d{3,4}$/;
const SCHEMES: ReadonlySet<string> = new Set(['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX', 'MISTERCASH']);

/** A number without the spaces and dashes of its notation. */
export const digitsOf = (number: string): string => number.replace(/[\s-]/g, '');

/**
 * The expiry date as `YYMM`, from any notation: a number without its leading zero, with a slash, or with the month
 * first. If both orders are possible, the date has expired in any case.
 *
 * @example
 * expiryOf('12/31'); // '3112'
 */
export function expiryOf(text: string): string {
  const digits = text.replace(/[\s/-]/g, '').padStart(4, '0');
  const isMonthFirst = /^(?:0[1-9]|1[0-2])/.test(digits) && !EXPIRY.test(digits);
  return isMonthFirst ? digits.slice(2) + digits.slice(0, 2) : digits;
}

/**
 * The fault of a card by itself, independent of stored data; null if there is none. The text never contains its digits.
 */
export function cardFault({ number, expiry, cvc }: CardInstrument, at: number): ServiceFault | null {
  const digits = digitsOf(number);
  if (!isCardNumber(digits)) return wrong('the card number is not one');
  if (!EXPIRY.test(expiry)) return wrong('the expiry date of the card must be YYMM');
  if (isOver(expiry, at)) return wrong('the card has expired');
  return cvc === undefined || cvc === null || SECURITY_CODE.test(cvc)
    ? null
    : wrong('the security code of the card must be 3 or 4 digits');
}

/** The payment method of a card: its scheme, or the wallet that holds it; null if the scheme does not match. */
export function cardMethod(method: string | null, scheme: string): string | null {
  if (method === null || method === '' || method === 'CREDITCARD') return scheme;
  return SCHEMES.has(method) && method !== scheme ? null : method;
}

/** Whether digits can be a card number at all. */
export const isCardNumber = (digits: string): boolean => NUMBER.test(digits) && hasCheckDigit(digits);

/** The check digit of card numbers, by Luhn. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether a card has expired, by its `YYMM`: it is valid until the end of that month. */
export function isOver(expiry: string, at: number): boolean {
  const year = 2_000 + Number(expiry.slice(0, 2));
  return at >= Date.UTC(year, Number(expiry.slice(2)), 1);
}

const wrong = (detail: string): ServiceFault => ({ code: 1024, detail });
