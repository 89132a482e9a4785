import type { ErrorKind, RetryRule } from '../payment-error.js';

/** A text for the customer of the shop: says what to do, never what went wrong inside. */
export interface CustomerText {
  /** English. */
  readonly en: string;
  /** Dutch. */
  readonly nl: string;
}

/** All that is known of one error code of the service (spec §7, protocol §3.3). */
export interface ErrorCodeEntry {
  /** The number; 9999 for the entry of codes that nobody knows. */
  readonly code: number;
  /** The name of spec §7. */
  readonly name: string;
  /** Why the service answers it. */
  readonly cause: string;
  readonly kind: ErrorKind;
  /** Whether and how the same may be tried again. */
  readonly retry: RetryRule;
  /** Who must act to make it go away. */
  readonly actor: 'merchant' | 'customer' | 'service' | 'third-party';
  /** HTTP status that a shop answers to its own client. */
  readonly httpStatus: number;
  readonly customerText: CustomerText;
  /** What the shop's operator should look at or do. */
  readonly operatorText: string;
}

/** A row of one of the tables: the entry without its code, which is its key. */
export type ErrorCodeRow = Omit<ErrorCodeEntry, 'code'>;
