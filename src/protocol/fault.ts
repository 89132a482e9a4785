/**
 * One fault of an input, as a value: inputs are checked as a whole, and all faults are listed at once.
 */
export interface Fault {
  /** Where it is, dotted, with indexes in brackets: `payment_methods[0].amount`; empty for the input itself. */
  readonly path: string;
  /** What is wrong and what is expected; never quotes the value, which may be personal. */
  readonly message: string;
  /** The code of spec §7 that the service would answer, if there is one. */
  readonly code?: number;
}
