import { maskEmail, maskIban } from './redact.js';

// Every part of bounded length: no text makes them slow.
const EMAIL = /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g;

/**
 * Masks what is plainly personal in a text of people's own, as a description: e-mail addresses and account numbers. A name
 * cannot be told from other words, and stays.
 *
 * @example
 * maskPersonal('Mugs for ann@example.org'); // 'Mugs for a***@example.org'
 */
export const maskPersonal = (text: string): string =>
  text.replace(EMAIL, (email) => maskEmail(email)).replace(IBAN, (iban) => maskIban(iban));
