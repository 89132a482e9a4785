import type { OpenOrder } from './locked-orders.js';
import type { EntityManager } from 'typeorm';
import type { OrderStanding } from '../../../protocol/index.js';
import type { MergeOutcome } from '../merge/merge.types.js';
import type { ObservedOrder } from '../../refund-records/index.js';
import type { ChangeSource, ObservationSource } from '../entities/observation.entity.js';
import type { TransitionEntity } from '../entities/transition.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** An order's state from any source, for {@link Ledger.observe}. */
export interface Observation {
  readonly group: string;
  /** The `order_id` at the service, of one of the order's attempts. */
  readonly serviceOrderId: string;
  readonly source: ObservationSource;
  readonly order: OrderStanding;
  readonly notificationId?: string;
  /** For an answer of the API: when the read began, epoch milliseconds. It may miss later changes. */
  readonly readAt?: number;
  /** The change is stored, and no handler is called: a person corrects the record. */
  readonly silent?: boolean;
  /** Leaves the observation out where another transaction has locked the order, instead of waiting for it. */
  readonly leaveLocked?: boolean;
  /** Runs in the same transaction, so that the source of the observation is marked as done together with it. */
  readonly inTransaction?: (tx: EntityManager, outcome: ObserveOutcome) => Promise<void>;
}

/**
 * The outcome of an observation; `unknown-order` when the shop has no such order (yet), `locked` when the order was left out
 * ({@link TogetherOptions.leaveLocked}): nothing was decided.
 */
export type ObserveOutcome = MergeOutcome | { readonly kind: 'unknown-order' | 'locked'; readonly reason: string };

/** The outcomes of several observations in their transaction. */
export interface ObserveResult {
  readonly outcomes: ObserveOutcome[];
  /** The shop's own id of each observation's order: people know this one, not that of an attempt. */
  readonly orderIds: readonly string[];
  readonly transitions: readonly TransitionEntity[];
}

/** How several observations are processed together. */
export interface TogetherOptions {
  /** Runs in the same transaction, when everything is written and every handler was called. */
  readonly inTransaction?: (tx: EntityManager, outcomes: readonly ObserveOutcome[]) => Promise<void>;
  /** Transitions reach no handler. */
  readonly silent?: boolean;
  /**
   * Leaves out observations of orders that another transaction has locked. If they were waited for, one order that the host
   * keeps locked would hold up all others of the batch.
   */
  readonly leaveLocked?: boolean;
  /** Called with the time that the handlers inside the transaction took, in milliseconds. */
  readonly onHandled?: (tookMs: number) => void;
}

/** Reason of an observation that is ignored: the order has another mode than its terminal group. */
export const OTHER_MODE = 'other-mode';

/** An observed order, passed from the ledger to the records of refunds. */
export interface LedgerOrder extends ObservedOrder {
  readonly row: PaymentOrderEntity;
  readonly source: ChangeSource;
}

/** An observation together with its order and attempt. */
export interface Seen extends OpenOrder {
  readonly observation: Observation;
}
