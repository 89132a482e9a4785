/** Texts of the shopper's pages about a wrong field. No text repeats a typed value. */
export const PROBLEMS = {
  accountHolder: 'Please give the name of the account holder',
  answer: 'Please choose an answer',
  bank: 'Please choose one of the banks',
  birthday: 'Please give a date of birth, e.g. 1990-01-01',
  cardExpired: 'This card has expired',
  cardExpiry: 'Please give month and year, e.g. 12/31',
  cardHolder: 'Please give the name on the card',
  cardMissing: 'Please give the number of a test card',
  cardNotTaken: 'This card cannot be used here: use one of the list',
  cardNumber: 'This is not a card number: a digit is wrong or missing',
  cardUnknown: 'This is none of the test cards: use one of the list',
  email: 'Please give an e-mail address',
  iban: 'This is no IBAN: use one of the list',
  mandate: 'Without your consent nothing can be taken',
  phone: 'Please give a phone number, e.g. +31 20 123 4567',
  securityCode: 'Please give the 3 or 4 digits of the security code',
  terms: 'Nothing is lent unless the terms are accepted',
} as const;

/** Texts about a form that is wrong as a whole. */
export const COMPLAINTS = {
  ending: 'Please choose how the payment ends',
  method: 'Please choose one of the payment methods',
  unusable: 'This cannot be used',
} as const;

/** Buttons that answer for a bank, an app or a lender. `value` is that of the form; the first button pays. */
export const ANSWERS = {
  app: [
    { value: 'paid', label: 'The app has paid' },
    { value: 'declined', label: 'The app has declined' },
  ],
  bank: [
    { value: 'paid', label: 'Success' },
    { value: 'declined', label: 'Failure' },
    { value: 'cancelled', label: 'Cancelled' },
    { value: 'expired', label: 'Expired' },
  ],
  challenge: [
    { value: 'accept', label: 'Accept' },
    { value: 'refuse', label: 'Refuse' },
    { value: 'leave', label: 'Leave this page' },
  ],
  lender: [
    { value: 'paid', label: 'Accepted', hint: 'The goods can be sent' },
    { value: 'declined', label: 'Refused', hint: 'Another method is needed' },
    { value: 'uncleared', label: 'Needs review', hint: 'Decided later, on this page' },
  ],
} as const;
