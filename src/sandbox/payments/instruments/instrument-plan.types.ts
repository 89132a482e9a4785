import type { Refused } from '../../core/index.js';
import type { PaidWith } from '../../orders/index.js';
import type { PaymentOutcome } from '../outcomes/outcome-rules.js';

/** Why a payment was declined: the order's `reason` and `reason_code` (protocol §3.4). */
export interface DeclineReason {
  readonly reason: string;
  readonly code: string;
}

/** An outcome that follows automatically, by the sandbox's clock. */
export interface LaterOutcome {
  readonly afterMs: number;
  readonly outcome: PaymentOutcome;
}

/** The result of paying with an instrument. */
export interface InstrumentResult {
  /** The immediate outcome; null: not decided yet. */
  readonly now: PaymentOutcome | null;
  readonly later: LaterOutcome | null;
  readonly refusal: DeclineReason | null;
}

/** The result of paying with an instrument, or why it cannot be used at all (spec §7). */
export type InstrumentPlan =
  | ({ readonly ok: true; readonly method: string; readonly paidWith: PaidWith } & InstrumentResult)
  | Refused;
