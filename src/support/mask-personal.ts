import { maskEmail, maskIban } from './redact.js';

// Every part has a bounded length, so no text makes these slow.
const EMAIL = /[\w.%+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g;

/**
 * Masks e-mail addresses and account numbers in a text that people wrote, such as a description. Names cannot be told
 * from other words, so they stay.
 *
 * @example
 * maskPersonal('Mugs for ann@example.org'); // 'Mugs for a***@example.org'
 */
export const maskPersonal = (text: string): string =>
  text.replace(EMAIL, (email) => maskEmail(email)).replace(IBAN, (iban) => maskIban(iban));
