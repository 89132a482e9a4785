import { AsIs } from '../../../support/fields/field.decorators.js';
/** What the sandbox is asked to do, or does, when a fault may strike. `other`: any further call of the payment API. */
export type FaultOperation = 'create' | 'read' | 'update' | 'refund' | 'list' | 'other' | 'notification';

/** Everything that can be made to go wrong; {@link FAULT_RULES} says what each does, and to which operations. */
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
 * How a fault shows, where it has degrees.
 *
 * @example
 * const details: FaultDetails = { delayMs: 5_000, status: 503 };
 */
export class FaultDetails {
  /**
   * `delay`: how long; `reorder`: how long it is held back at most; `slow-body`: how long the body takes. Milliseconds.
   * Default one second, and for a notification that is delayed or reordered a minute by the clock of the sandbox.
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

  /** `stale-read`: how far the copy lags behind, in milliseconds. Default two seconds. */
  @AsIs()
  readonly lagMs?: number;

  /** `foreign-refund`: minor units. Default: half of what is left, at least 1. */
  @AsIs()
  readonly amount?: number;
}

/**
 * Faults that strike by chance: the same seed and the same sequence of requests give the same faults.
 *
 * @example
 * const faults: FaultOptions = { seed: 7, probabilities: { 'rate-limit': 0.05 } };
 */
export class FaultOptions extends FaultDetails {
  /** Any integer. */
  @AsIs()
  readonly seed: number;

  /** Chance of each kind for each request it applies to, 0 to 1; at most one strikes, so their sum is at most 1. */
  @AsIs()
  readonly probabilities?: Partial<Record<FaultKind, number>>;

  /** Which operations are affected. Default: all of them. */
  @AsIs()
  readonly operations?: readonly FaultOperation[];
}

/** A fault that is to strike the next requests of an operation. */
export interface ScriptedFault {
  readonly operation: FaultOperation;
  readonly kind: FaultKind;
  /** How many requests it will strike yet. */
  readonly times: number;
  readonly details: FaultDetails;
}

/** A fault that strikes one request. */
export interface Fault {
  readonly kind: FaultKind;
  readonly operation: FaultOperation;
  readonly by: 'script' | 'seed';
  readonly details: Required<Omit<FaultDetails, 'amount'>> & Pick<FaultDetails, 'amount'>;
  /** 0 ≤ roll < 1, for what the fault leaves open, such as which byte it corrupts. */
  readonly roll: number;
}

/** A fault that has struck. Times in epoch milliseconds (UTC). */
export interface InjectedFault {
  readonly at: number;
  readonly operation: FaultOperation;
  readonly kind: FaultKind;
  readonly by: 'script' | 'seed';
  /** Which request of its operation it was, counted from 1. */
  readonly number: number;
  /** What was struck: method and path of a call, or the order's id. */
  readonly target: string;
}

/** The faults as they are set up, and those that have struck. */
export interface FaultState {
  /** Null: nothing happens by chance. */
  readonly chance: FaultOptions | null;
  readonly scripted: readonly ScriptedFault[];
  /** The newest 1,000, oldest first. */
  readonly injected: readonly InjectedFault[];
}
