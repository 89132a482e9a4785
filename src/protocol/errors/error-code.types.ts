import type { ErrorKind, Execution, RetryRule } from '../payment-error.types.js';
import type { ServiceOperation } from '../requests/request.types.js';

/** A text for the customer of the shop: it says what to do, never what went wrong internally. */
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

/** The codes of the service as codes of payment errors: `SERVICE_1006`. */
export type ServiceErrorCode = `SERVICE_${ServiceErrorNumber}`;

/** What an error of the service means to a shop. */
export interface ErrorMeaning {
  /** Its name in spec §7. */
  readonly name: string;
  /** Why the service answers it. */
  readonly cause: string;
  readonly kind: ErrorKind;
  /** Whether the write was carried out; a read never changes anything. */
  readonly execution: Execution;
  /** Whether and how the request may be repeated. */
  readonly retry: RetryRule;
  /** Who must act to solve it. */
  readonly actor: 'merchant' | 'customer' | 'service' | 'third-party';
  /** HTTP status that a shop answers to its own client. */
  readonly httpStatus: number;
  readonly customerText: CustomerText;
  /** What the shop's operator should check or do. */
  readonly operatorText: string;
}

/** All that is known of one error code of create-order (spec §7, protocol §3.3). */
export interface ErrorCodeEntry extends ErrorMeaning {
  /** The number; 9999 for answers without one. */
  readonly code: number;
}

/** The operations for which a code has another meaning than for create-order, and that meaning. */
export type OperationMeanings = Readonly<Partial<Record<ServiceOperation, Partial<ErrorMeaning>>>>;

/** What is known of a code that this package gives, because the service gave none. */
export interface LocalError {
  /** What happened, in one sentence. */
  readonly cause: string;
  /** What the shop's operator should check or do. */
  readonly operatorText: string;
  /** Used if the text of the kind does not fit. */
  readonly customerText?: CustomerText;
}
