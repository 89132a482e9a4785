import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorMeaning } from './error-code.types.js';

/** Common to codes about the account: no request succeeds until the merchant has corrected the settings. */
const CONFIGURATION = {
  kind: 'configuration',
  execution: 'not-executed',
  retry: 'no',
  actor: 'merchant',
  httpStatus: 503,
  customerText: CUSTOMER_TEXTS.unavailable,
} as const;

/** Codes for a wrong account or wrong settings (spec §7). */
export const CONFIGURATION_ERROR_CODES = {
  1000: {
    ...CONFIGURATION,
    name: 'Unknown message type',
    cause: 'The payment method is switched off or unavailable.',
    customerText: CUSTOMER_TEXTS.otherMethod,
    operatorText: 'See in the dashboard whether the payment method is switched on for this site.',
  },
  1002: {
    ...CONFIGURATION,
    name: 'Invalid currency',
    cause: 'The account does not support the currency; euro is standard.',
    customerText: CUSTOMER_TEXTS.otherCurrency,
    operatorText: 'Use euro, or ask the service to switch the currency on.',
  },
  1003: {
    ...CONFIGURATION,
    name: 'Invalid account ID',
    cause: 'The account identifier is malformed or wrong.',
    operatorText: 'Compare the account identifier with the dashboard.',
  },
  1004: {
    ...CONFIGURATION,
    name: 'Invalid site ID',
    cause: 'The site identifier is wrong or belongs to another account.',
    operatorText: 'Compare the site identifier with the dashboard.',
  },
  1005: {
    ...CONFIGURATION,
    name: 'Invalid secure code',
    cause: 'The secure code is wrong or belongs to another account or site.',
    operatorText: 'Compare the secure code with the settings of the site.',
  },
  1013: {
    ...CONFIGURATION,
    name: 'Invalid signature',
    cause: 'The MD5 signature of a message of the old interface does not fit it.',
    operatorText: 'Only the old interface signs requests: find out what still uses it.',
  },
  1015: {
    ...CONFIGURATION,
    name: 'Account unknown',
    cause: 'The account identifier is missing or does not exist.',
    operatorText: 'Compare the account identifier with the dashboard.',
  },
  1019: {
    ...CONFIGURATION,
    name: 'Site is inactive',
    cause: 'The status of the site is not Active.',
    operatorText: 'Activate the site in the dashboard, or ask the service why it is not active.',
  },
  1020: {
    ...CONFIGURATION,
    name: 'Account is blocked',
    cause: 'The account was blocked for security and cannot process payments.',
    operatorText: 'Contact the service at once: nothing can be paid until the account is released.',
  },
  1023: {
    ...CONFIGURATION,
    name: 'No gateway available',
    cause: 'A direct request names no payment method, one without direct requests, or one the site is not set up for.',
    customerText: CUSTOMER_TEXTS.otherMethod,
    operatorText: 'Name a payment method that is switched on and takes direct requests, or create a redirect order.',
  },
  1032: {
    ...CONFIGURATION,
    name: 'Invalid API key',
    cause: 'The API key is malformed, not valid for the account, or a test key was used live or the reverse.',
    operatorText: 'Check that the key of the terminal group belongs to this site and to its mode, live or test.',
  },
  1035: {
    ...CONFIGURATION,
    name: 'Invalid signature',
    cause: 'The MD5 signature of a message of the old interface does not fit it.',
    operatorText: 'Only the old interface signs requests: find out what still uses it.',
  },
} as const satisfies Readonly<Record<number, ErrorMeaning>>;
