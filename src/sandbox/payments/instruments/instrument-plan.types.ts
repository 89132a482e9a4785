import type { Refused } from '../../core/index.js';
import type { PaidWith } from '../../orders/index.js';
import type { PaymentOutcome } from '../outcomes/outcome-rules.js';

/** Why a payment was declined: what the order shows as `reason` and `reason_code` (protocol §3.4). */
export interface Refusal {
  readonly reason: string;
  readonly code: string;
}

/** An outcome that follows by itself, by the sandbox's clock. */
export interface LaterOutcome {
  readonly afterMs: number;
  readonly outcome: PaymentOutcome;
}

/** What paying with an instrument leads to. */
export interface InstrumentResult {
  /** What happens at once; null: nothing is decided yet. */
  readonly now: PaymentOutcome | null;
  readonly later: LaterOutcome | null;
  readonly refusal: Refusal | null;
}

/** What paying with an instrument leads to, or why it cannot be used at all (spec §7). */
export type InstrumentPlan =
  | ({ readonly ok: true; readonly method: string; readonly paidWith: PaidWith } & InstrumentResult)
  | Refused;
