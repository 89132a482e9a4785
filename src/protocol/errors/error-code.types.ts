import type { ErrorKind, Execution, RetryRule } from '../payment-error.types.js';
import type { ServiceOperation } from '../requests/request.types.js';

/** A text for the customer of the shop: says what to do, never what went wrong inside. */
export interface CustomerText {
  /** English. */
  readonly en: string;
  /** Dutch. */
  readonly nl: string;
}

/** Every error code that has a meaning (spec §7, and 1009 of protocol §3.3). */
export type ServiceErrorNumber =
  | 1000
  | 1001
  | 1002
  | 1003
  | 1004
  | 1005
  | 1006
  | 1007
  | 1008
  | 1009
  | 1010
  | 1011
  | 1012
  | 1013
  | 1014
  | 1015
  | 1016
  | 1017
  | 1018
  | 1019
  | 1020
  | 1021
  | 1022
  | 1023
  | 1024
  | 1025
  | 1026
  | 1027
  | 1028
  | 1029
  | 1030
  | 1031
  | 1032
  | 1033
  | 1034
  | 1035
  | 1036
  | 5001
  | 9999;

/** The codes by which payment errors name them: `SERVICE_1006`. */
export type ServiceErrorCode = `SERVICE_${ServiceErrorNumber}`;

/** What an error of the service says to a shop. */
export interface ErrorMeaning {
  /** The name of spec §7. */
  readonly name: string;
  /** Why the service answers it. */
  readonly cause: string;
  readonly kind: ErrorKind;
  /** Whether a write that is answered with it was carried out; a read never changes anything. */
  readonly execution: Execution;
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

/** All that is known of one error code when an order is created (spec §7, protocol §3.3). */
export interface ErrorCodeEntry extends ErrorMeaning {
  /** The number; 9999 for the entry of answers without one. */
  readonly code: number;
}

/** Where a code means something else than when an order is created, and what. */
export type OperationMeanings = Readonly<Partial<Record<ServiceOperation, Partial<ErrorMeaning>>>>;

/** What is known of a code that this package gives, where the service gave none. */
export interface LocalError {
  /** What happened, in one sentence. */
  readonly cause: string;
  /** What the shop's operator should look at or do. */
  readonly operatorText: string;
  /** Where the text that goes with the kind does not fit. */
  readonly customerText?: CustomerText;
}
