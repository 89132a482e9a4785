import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorMeaning } from './error-code.types.js';

/** Common to codes about a wrong request: the shop's own software must change. */
const REQUEST = {
  kind: 'request',
  execution: 'not-executed',
  retry: 'no',
  actor: 'merchant',
  httpStatus: 500,
  customerText: CUSTOMER_TEXTS.notStarted,
} as const;

/** Codes for a wrong request (spec §7). */
export const REQUEST_ERROR_CODES = {
  1001: {
    ...REQUEST,
    name: 'Invalid amount',
    cause:
      'The amount is not a whole number of cents, is below 1 cent, or is outside the limits of the payment method.',
    operatorText: 'Compare the amount sent with the order total: it must be an integer in minor units, at least 1.',
  },
  1007: {
    ...REQUEST,
    name: 'Invalid IP address',
    cause: 'The address in ip_address or forwarded_ip is not an IP address.',
    operatorText:
      'Look at how the shop finds the customer address behind its proxy: it must be one address, not a list.',
  },
  1008: {
    ...REQUEST,
    name: 'Invalid description',
    cause: 'The description is missing, longer than 200 characters, or holds HTML.',
    operatorText: 'Send a plain description of at most 200 characters.',
  },
  1009: {
    ...REQUEST,
    name: 'Invalid transaction type',
    cause: 'The type of the order is not one the service knows.',
    operatorText: 'Use one of the types redirect, direct or paymentlink.',
  },
  1010: {
    ...REQUEST,
    name: 'Invalid variable',
    cause: 'One of var1, var2 and var3 is not valid UTF-8 or is longer than 100 characters.',
    operatorText: 'Shorten the variable to 100 characters and see that it is not cut in the middle of a character.',
  },
  1016: {
    ...REQUEST,
    name: 'Missing data',
    cause: 'A required field is absent, such as the site, the secure code or the order identifier.',
    operatorText: 'Find out which required field was left out of the request.',
  },
  1018: {
    ...REQUEST,
    name: 'Invalid country code',
    cause: 'A country is not an ISO 3166-1 code.',
    retry: 'new-attempt',
    actor: 'customer',
    httpStatus: 422,
    customerText: CUSTOMER_TEXTS.checkCountry,
    operatorText: 'Let customers choose their country from a list and send its two-letter code.',
  },
  1025: {
    ...REQUEST,
    name: 'Only one currency allowed in shopping cart',
    cause: 'The items of the cart are priced in several currencies.',
    operatorText: 'Price every item of the cart in the currency of the order.',
  },
  1026: {
    ...REQUEST,
    name: 'Cart currency different to transaction currency',
    cause: 'An item of the cart has another currency than the order.',
    operatorText: 'Price every item of the cart in the currency of the order.',
  },
  1027: {
    ...REQUEST,
    name: 'Cart amount must equal transaction amount',
    cause: 'The items of the cart, VAT included, do not add up to the amount; pay-later methods need VAT on each item.',
    operatorText:
      'Add the items up in cents, put the rounding difference on a line of its own, give 0% VAT where none is due.',
  },
  1028: {
    ...REQUEST,
    name: 'Incorrect tax rate in rule',
    cause: 'The rate of a tax rule is no decimal number with a point (#.##).',
    operatorText: 'Write the rate as a fraction, for example 0.21 or 0.055.',
  },
  1029: {
    ...REQUEST,
    name: 'Incorrect tax rate for a product',
    cause: 'The tax of an item, computed anew from the tax table (9% or 21%), does not fit the items and the total.',
    operatorText:
      'Compare the tax table of the request with the rates that the items refer to. Billink takes the rates of its ' +
      'countries alone.',
  },
  1030: {
    ...REQUEST,
    name: 'Incorrect currency for an item',
    cause: 'The account does not support the currency of an item.',
    operatorText: 'Use a currency that is switched on for the account, or ask the service to switch it on.',
  },
  1031: {
    ...REQUEST,
    name: 'Incorrect price for an item',
    cause: 'The price of an item is wrong.',
    operatorText: 'Prices of items are decimal, in major units, without VAT: look for one in cents or with VAT.',
  },
  5001: {
    ...REQUEST,
    name: 'Cart data not validated',
    cause: 'The cart was not checked when the order was made, and a wrong amount was shown on the page of the bank.',
    operatorText: 'Ask for cart validation when the order is created, and correct the cart.',
  },
} as const satisfies Readonly<Record<number, ErrorMeaning>>;
