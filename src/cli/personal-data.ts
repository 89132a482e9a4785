import { maskEmail, maskIban } from '../support/index.js';

const EMAIL = /[^\s@<>()"',;:]+@[^\s@<>()"',;:]+\.[a-z]{2,}/gi;
/** Two letters, two digits, and eleven to thirty more: perhaps in fours. */
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b/g;

/** Masks the e-mail addresses and account numbers that people have put into a text. */
export const withoutPersonalData = (text: string): string => text.replace(EMAIL, maskEmail).replace(IBAN, maskIban);
