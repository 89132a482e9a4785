import type { NotificationTicket } from '../../notifications/index.js';
import type { PaidWith, SandboxOrderEntity, TillEmployee } from '../../orders/index.js';
import type { DeclineReason } from '../instruments/instrument-plan.types.js';
import type { OutcomeSource } from './outcome.js';
import type { OutcomeObstacle, PaymentOutcome } from './outcome-rules.js';

/** The requested outcome of an order. */
export interface OutcomeRequest {
  readonly orderKey: string;
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** The try, by the sandbox's own key of its transaction; default: the one whose state the order has. */
  readonly transactionKey?: string | null;
  /** Payment method code; default: the first one on the page. Null: none was chosen. */
  readonly method?: string | null;
  /** Minor units: for `paid`, a part of what is due; for `chargedback`, the charged-back part. Default: all of it. */
  readonly amount?: number;
  /** Minor units, for `paid` at a till: added to the requested amount. */
  readonly tip?: number;
  /** Who gets the tip. */
  readonly employee?: TillEmployee;
  /** Carrier, track and trace; for `shipped`. */
  readonly shipment?: Record<string, string | null>;
  /** The stored part of the means of payment. */
  readonly paidWith?: PaidWith;
  /** Why it is declined, from the instrument. */
  readonly refusal?: DeclineReason | null;
}

/** The result, or why nothing happened. */
export type OutcomeResult =
  | { ok: true; order: SandboxOrderEntity; notification: NotificationTicket | null }
  | { ok: false; reason: OutcomeObstacle };
