import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorMeaning } from './error-code.types.js';

/** Codes without a row of their own, and where to look first when one comes. */
export interface UnlistedRange {
  /** The first code, included. */
  readonly from: number;
  /** The last code, included. */
  readonly to: number;
  readonly meaning: ErrorMeaning;
}

/**
 * What every unlisted code says. A range may only tell people where to look: kind, execution, retry and status are what
 * software acts on, and they are not guessed (decision 011).
 */
const UNLISTED = {
  name: 'Unlisted error',
  cause: 'The service answered with an error that is not documented, or without a code.',
  kind: 'unknown',
  execution: 'unknown',
  retry: 'reconcile-first',
  actor: 'service',
  httpStatus: 502,
  customerText: CUSTOMER_TEXTS.unknown,
  operatorText: 'Read the order before anything is repeated, and ask the service what its answer means.',
} as const satisfies ErrorMeaning;

/** The ranges in which the service has codes, or numbers that are easily taken for codes; none overlap. */
export const UNLISTED_RANGES: readonly UnlistedRange[] = [
  {
    from: 1000,
    to: 1999,
    meaning: {
      ...UNLISTED,
      cause: 'A code among those about accounts, requests and payments, newer than this package.',
      operatorText:
        'Read the order before anything is repeated; then look the code up with the service and update this package.',
    },
  },
  {
    from: 3000,
    to: 4999,
    meaning: {
      ...UNLISTED,
      cause:
        'The service documents no errors here. Reasons why a card was declined have such numbers, in another field.',
      operatorText:
        'Read the order before anything is repeated: its reason_code may say more. Ask the service what the code means.',
    },
  },
  {
    from: 5000,
    to: 5999,
    meaning: {
      ...UNLISTED,
      cause: 'A code beside the one about carts, newer than this package.',
      actor: 'merchant',
      operatorText:
        'Read the order before anything is repeated; then look at the cart that was sent, and ask what the code means.',
    },
  },
  {
    from: 9000,
    to: 9999,
    meaning: {
      ...UNLISTED,
      cause: 'A code beside the one for errors that the service does not know itself.',
      operatorText: 'Read the order before anything is repeated, and ask the service if it comes back.',
    },
  },
];

/**
 * The range of an unlisted code; `null` outside all of them.
 *
 * @example
 * unlistedRange(9123)?.from; // 9000
 */
export function unlistedRange(code: number | null): UnlistedRange | null {
  return UNLISTED_RANGES.find(({ from, to }) => code !== null && code >= from && code <= to) ?? null;
}

/**
 * What is said of a code that has no row, or of an answer without one.
 *
 * @example
 * unlistedMeaning(9123).execution; // 'unknown'
 */
export function unlistedMeaning(code: number | null): ErrorMeaning {
  return unlistedRange(code)?.meaning ?? UNLISTED;
}
