import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { ErrorMeaning } from './error-code.types.js';

/** A range of codes without rows of their own, and where the operator should check first. */
export interface UnlistedRange {
  /** The first code, included. */
  readonly from: number;
  /** The last code, included. */
  readonly to: number;
  readonly meaning: ErrorMeaning;
}

/**
 * The meaning of every unlisted code. A range only tells people where to check: software acts on kind, execution, retry
 * and status, and these must not be guessed (decision 011).
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

/** The ranges in which the service has codes, or numbers that resemble codes. They do not overlap. */
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
 * The range of an unlisted code; `null` outside of all ranges.
 *
 * @example
 * unlistedRange(9123)?.from; // 9000
 */
export function unlistedRange(code: number | null): UnlistedRange | null {
  return UNLISTED_RANGES.find(({ from, to }) => code !== null && code >= from && code <= to) ?? null;
}

/**
 * The meaning of a code without a row, or of an answer without a code.
 *
 * @example
 * unlistedMeaning(9123).execution; // 'unknown'
 */
export function unlistedMeaning(code: number | null): ErrorMeaning {
  return unlistedRange(code)?.meaning ?? UNLISTED;
}
