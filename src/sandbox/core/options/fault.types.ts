import { AsIs } from '../../../support/fields/field.decorators.js';
/** The operations that a fault may affect. `other`: any further call of the payment API. */
export type FaultOperation = 'create' | 'read' | 'update' | 'refund' | 'list' | 'other' | 'notification';

/** All kinds of faults; {@link FAULT_RULES} has the effect and the operations of each. */
export type FaultKind =
  | 'delay'
  | 'drop'
  | 'duplicate'
  | 'reorder'
  | 'corrupt'
  | 'wrong-key'
  | 'clock-skew'
  | 'error-before'
  | 'error-after'
  | 'response-lost'
  | 'reset'
  | 'half-close'
  | 'slow-body'
  | 'stale-read'
  | 'rate-limit'
  | 'foreign-refund'
  | 'stale-read-unbounded';

/**
 * The details of a fault.
 *
 * @example
 * const details: FaultDetails = { delayMs: 5_000, status: 503 };
 */
export class FaultDetails {
  /**
   * `delay`: how long; `reorder`: how long it is held back at most; `slow-body`: how long the body takes. Milliseconds.
   * Default one second; for a delayed or reordered notification one minute by the sandbox's clock.
   */
  @AsIs()
  readonly delayMs?: number;

  /** `error-before` and `error-after`: the HTTP status, 500 to 599. Default 503. */
  @AsIs()
  readonly status?: number;

  /** `clock-skew`: how far the sender's clock is ahead, in milliseconds; negative: behind. Default one hour behind. */
  @AsIs()
  readonly skewMs?: number;

  /** `rate-limit`: the `Retry-After` of the answer, in seconds. Default 1. */
  @AsIs()
  readonly retryAfterSeconds?: number;

  /** `stale-read`: how old the data is, in milliseconds. Default two seconds. */
  @AsIs()
  readonly lagMs?: number;

  /** `foreign-refund`: minor units. Default: half of what is left, at least 1. */
  @AsIs()
  readonly amount?: number;
}

/**
 * Faults that happen by chance: the same seed and the same sequence of requests give the same faults.
 *
 * @example
 * const faults: FaultOptions = { seed: 7, probabilities: { 'rate-limit': 0.05 } };
 */
export class FaultOptions extends FaultDetails {
  /** Any integer. */
  @AsIs()
  readonly seed: number;

  /** Probability of each kind for each request it applies to, 0 to 1; at most one happens, so their sum is at most 1. */
  @AsIs()
  readonly probabilities?: Partial<Record<FaultKind, number>>;

  /** Which operations are affected. Default: all of them. */
  @AsIs()
  readonly operations?: readonly FaultOperation[];
}

/** A fault for the next requests of an operation. */
export interface ScriptedFault {
  readonly operation: FaultOperation;
  readonly kind: FaultKind;
  /** The number of further requests that it affects. */
  readonly times: number;
  readonly details: FaultDetails;
}

/** A fault of one request. */
export interface RequestFault {
  readonly kind: FaultKind;
  readonly operation: FaultOperation;
  readonly by: 'script' | 'seed';
  readonly details: Required<Omit<FaultDetails, 'amount'>> & Pick<FaultDetails, 'amount'>;
  /** 0 ≤ roll < 1, for details that the fault leaves open, such as which byte it corrupts. */
  readonly roll: number;
}

/** A fault that has happened. Times in epoch milliseconds (UTC). */
export interface InjectedFault {
  readonly at: number;
  readonly operation: FaultOperation;
  readonly kind: FaultKind;
  readonly by: 'script' | 'seed';
  /** The number of the request within its operation, from 1. */
  readonly number: number;
  /** The affected request: method and path of a call, or the order's id. */
  readonly target: string;
}

/** The set-up faults, and those that have happened. */
export interface FaultState {
  /** Null: no faults by chance. */
  readonly chance: FaultOptions | null;
  readonly scripted: readonly ScriptedFault[];
  /** The newest 1,000, oldest first. */
  readonly injected: readonly InjectedFault[];
}
