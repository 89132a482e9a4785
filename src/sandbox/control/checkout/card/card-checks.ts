import { digitsOf, isCardNumber, isOver, testCard } from '../../../payments/index.js';
import { PROBLEMS } from '../checkout.labels.js';
import { cardsOf } from './test-card-list.js';

const EXPIRY = /^(0[1-9]|1[0-2]) ?[/-]? ?(?:20)?(\d\d)$/;

/**
 * The expiry date of a card in the service's form; null if the text is not a date.
 *
 * @example
 * ```ts
 * yearMonthOf('12/31'); // '3112'
 * ```
 */
export function yearMonthOf(text: string): string | null {
  const [, month, year] = EXPIRY.exec(text.trim()) ?? [];
  return month === undefined || year === undefined ? null : year + month;
}

/** The fault of a card number; null if there is none. It never contains a digit of it. */
export function numberProblem(method: string, text: string): string | null {
  const digits = digitsOf(text);
  if (digits === '') return PROBLEMS.cardMissing;
  if (!isCardNumber(digits)) return PROBLEMS.cardNumber;
  if (testCard(digits) === null) return PROBLEMS.cardUnknown;
  const isTaken = cardsOf(method).some(({ number }) => number === digits);
  return isTaken ? null : PROBLEMS.cardNotTaken;
}

/** The fault of an expiry date. */
export function expiryProblem(text: string, now: number): string | null {
  const expiry = yearMonthOf(text);
  if (expiry === null) return PROBLEMS.cardExpiry;
  return isOver(expiry, now) ? PROBLEMS.cardExpired : null;
}

/** The fault of a security code. */
export const securityCodeProblem = (text: string): string | null =>
  /^\d{3,4}$/.test(text.trim()) ? null : PROBLEMS.securityCode;
