import type { Order } from '../../protocol/index.js';
import type { PaymentEventKind } from '../effects/index.js';
import type { PaymentStatus } from './payment-status.js';

/** The part of an order's row that decisions are made on. Amounts in minor units, times in epoch milliseconds. */
export interface OrderState {
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
  readonly status: PaymentStatus | null;
  readonly financialStatus: string | null;
  readonly transactionId: string | null;
  readonly amountRefunded: number;
  readonly paid: boolean;
  readonly paidTransactionId: string | null;
  /** Further payments of the order that have been told of. */
  readonly surplusTransactionIds: readonly string[];
  readonly modifiedAt: number | null;
  readonly fingerprint: string | null;
  readonly attention: string | null;
  /** When the row was last written. */
  readonly changedAt: number;
}

/** One look at an order. */
export interface Observed {
  readonly order: Order;
  /** True when it is the API's own answer to a get-order; false for a notification. */
  readonly authoritative: boolean;
  /** `modified` as an instant, read in the configured zone; null when absent or unreadable. */
  readonly modifiedAt: number | null;
  /** When an authoritative answer was asked for: it is at least as new as that. Null for a message. */
  readonly readAt: number | null;
}

/** One look together with what was read out of it once. */
export interface Candidate extends Observed {
  readonly status: PaymentStatus;
  readonly fingerprint: string;
}

/** What the shop does when a session is left unfinished (spec §3). */
export type AbandonedPolicy = 'cancel' | 'keep-open';

/**
 * What to do about an observation.
 * - `duplicate`: the same facts again; `stale`: older than what is known; `ignored`: nothing to be learnt.
 * - `ask`: only the API can tell; read the order and observe the answer.
 * - `update`: facts changed, nothing that anybody subscribes to.
 * - `transition`: the order changed; each event is recorded and its handlers run.
 */
export type Decision =
  | { readonly kind: 'duplicate' | 'stale' | 'ignored' | 'ask'; readonly reason: string }
  | { readonly kind: 'update'; readonly reason: string; readonly next: OrderState }
  | {
      readonly kind: 'transition';
      readonly reason: string;
      readonly next: OrderState;
      readonly events: readonly PaymentEventKind[];
    };
