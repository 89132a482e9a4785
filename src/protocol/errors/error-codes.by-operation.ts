import type { ServiceOperation } from '../requests/request.types.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorMeaning, OperationMeanings, ServiceErrorNumber } from './error-code.types.js';

/** "There is no such thing": the meaning of 1000 and 1006 for all operations except create (protocol §3.3). */
const NO_SUCH_ORDER = {
  name: 'Not found',
  cause: 'There is no such order for this API key; the key may be that of another site.',
  kind: 'request',
  execution: 'not-executed',
  retry: 'no',
  actor: 'merchant',
  httpStatus: 404,
  customerText: CUSTOMER_TEXTS.notFound,
  operatorText: 'Check the order identifier, and that the API key is the one of the site that created the order.',
} as const satisfies ErrorMeaning;

const NO_SUCH_REFUND = {
  ...NO_SUCH_ORDER,
  cause: 'There is no such order, or no such refund of it, for this API key; the key may be that of another site.',
  customerText: CUSTOMER_TEXTS.refundChecked,
} as const satisfies ErrorMeaning;

/** Elsewhere "not found"; the service's list calls it unknown, and nothing says that no refund was made (protocol §3.3). */
const UNKNOWN_REFUND = {
  name: 'Unknown error',
  cause: 'The service does not say what went wrong, nor whether the refund was made; it may not know the order.',
  kind: 'unknown',
  execution: 'unknown',
  retry: 'reconcile-first',
  actor: 'merchant',
  httpStatus: 502,
  customerText: CUSTOMER_TEXTS.refundChecked,
  operatorText: 'Read the order before anything is refunded again; it is that of the site of the API key.',
} as const satisfies ErrorMeaning;

const NO_SUCH_THING = {
  ...NO_SUCH_ORDER,
  cause: 'What was asked for does not exist for this API key.',
  customerText: CUSTOMER_TEXTS.notShown,
  operatorText: 'Check the identifier that was asked for, and that the API key is the one of the site it belongs to.',
} as const satisfies ErrorMeaning;

const NO_SUCH_TOKEN = {
  ...NO_SUCH_THING,
  cause: 'No such token is stored for this customer, or it was not deleted; the API key may be that of another site.',
  operatorText: 'List the tokens of the customer: what is not there cannot be charged, and need not be deleted.',
} as const satisfies ErrorMeaning;

/** Exhaustive on purpose: a new operation compiles only once its meaning of "not found" is defined. */
const NOT_FOUND: Readonly<Record<Exclude<ServiceOperation, 'create'>, ErrorMeaning>> = {
  read: NO_SUCH_ORDER,
  update: NO_SUCH_ORDER,
  cancel: NO_SUCH_ORDER,
  capture: NO_SUCH_ORDER,
  'cancel-reservation': NO_SUCH_ORDER,
  refund: NO_SUCH_REFUND,
  'cancel-refund': NO_SUCH_REFUND,
  list: NO_SUCH_THING,
  'payment-methods': { ...NO_SUCH_THING, cause: 'There is no such payment method, or it is switched off.' },
  terminals: NO_SUCH_THING,
  'terminal-groups': NO_SUCH_THING,
  tokens: NO_SUCH_TOKEN,
  'token-change': { ...NO_SUCH_TOKEN, customerText: CUSTOMER_TEXTS.notChanged },
  checkout: NO_SUCH_THING,
  events: NO_SUCH_THING,
  other: NO_SUCH_THING,
};

const NEEDS_TOKEN = {
  cause: 'Terminals belong to the account, and the API key of a site may not ask for them.',
  operatorText: 'Ask for terminals with a key that may see them; the service tells which of its keys can.',
} as const;

/**
 * The codes that mean something else for other operations than create-order. All other codes mean the same everywhere,
 * except for the customer's text and whether a new attempt makes sense.
 */
export const MEANINGS_BY_OPERATION: Readonly<Partial<Record<ServiceErrorNumber, OperationMeanings>>> = {
  1000: { ...NOT_FOUND, refund: UNKNOWN_REFUND },
  1001: {
    capture: { operatorText: 'Compare the amount with what is left of the reservation, in minor units, at least 1.' },
    refund: { operatorText: 'Compare the amount with what is left to be refunded, in minor units, at least 1.' },
  },
  1006: NOT_FOUND,
  1017: {
    // Documented for the wallet of a paying customer; its meaning for a refund is not documented (spec §7).
    refund: {
      cause: 'A balance is too low; whose, and whether the refund waits for it, the service does not say.',
      kind: 'unknown',
      execution: 'unknown',
      retry: 'reconcile-first',
      actor: 'merchant',
      httpStatus: 409,
      operatorText: 'Look at the balance of the account, and read the order before anything is refunded again.',
    },
  },
  1023: {
    'payment-methods': {
      cause: 'There is no such payment method for this site.',
      kind: 'request',
      httpStatus: 404,
      operatorText: 'Fetch the list of payment methods: it has those that are switched on for this site.',
    },
    terminals: NEEDS_TOKEN,
    'terminal-groups': NEEDS_TOKEN,
  },
};
