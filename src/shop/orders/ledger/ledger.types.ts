import type { OpenOrder } from './locked-orders.js';
import type { EntityManager } from 'typeorm';
import type { OrderStanding } from '../../../protocol/index.js';
import type { MergeOutcome } from '../merge/merge.types.js';
import type { ObservedOrder } from '../../refund-records/index.js';
import type { ChangeSource, ObservationSource } from '../entities/observation.entity.js';
import type { TransitionEntity } from '../entities/transition.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';

/** An order's state as read from any source, for {@link Ledger.observe}. */
export interface Observation {
  readonly group: string;
  /** The `order_id` at the service: that of one of the order's attempts. */
  readonly serviceOrderId: string;
  readonly source: ObservationSource;
  readonly order: OrderStanding;
  readonly notificationId?: string;
  /** For an answer of the API: when it was asked for, epoch milliseconds. What changed since then it may not know. */
  readonly readAt?: number;
  /** It is written down, and no handler hears of it: a person corrects the record. */
  readonly silent?: boolean;
  /** Runs in the same transaction, so that whatever brought the observation is marked as done together with it. */
  readonly inTransaction?: (tx: EntityManager, outcome: ObserveOutcome) => Promise<void>;
}

/** What came of an observation; `unknown-order` when the shop has no such order (yet). */
export type ObserveOutcome = MergeOutcome | { readonly kind: 'unknown-order'; readonly reason: string };

/** What came of several observations in their transaction. */
export interface Observed {
  readonly outcomes: ObserveOutcome[];
  /** The shop's id of the order that each is about: people know it by this one, not by that of an attempt. */
  readonly orderIds: readonly string[];
  readonly transitions: readonly TransitionEntity[];
}

/** How several observations are carried out together. */
export interface TogetherOptions {
  /** Runs in the same transaction, when everything is written and every handler was told. */
  readonly inTransaction?: (tx: EntityManager, outcomes: readonly ObserveOutcome[]) => Promise<void>;
  /** What is recorded reaches no handler. */
  readonly silent?: boolean;
  /** Told how long the handlers inside the transaction took, in milliseconds. */
  readonly onHandled?: (tookMs: number) => void;
}

/** Why an observation is ignored as a whole: the order is of another environment than its terminal group. */
export const OTHER_MODE = 'other-mode';

/** An observed order, for the records of refunds, as the ledger has it. */
export interface LedgerOrder extends ObservedOrder {
  readonly row: PaymentOrderEntity;
  readonly source: ChangeSource;
}

/** An observation together with what it is about. */
export interface Seen extends OpenOrder {
  readonly observation: Observation;
}
