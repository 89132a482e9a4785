import type { TransitionRefund } from '../effects/index.js';

/** A change of an order's refunds: recorded among its transitions and passed to handlers. Amounts in minor units. */
export interface RefundChange {
  /** In the form of {@link toTransitionKind}. */
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  /** The service's id of the refund. */
  readonly serviceRefundId: string | null;
  readonly refund: TransitionRefund;
}

/** The changes of an order's refunds to record. */
export interface RefundChanges {
  readonly changes: readonly RefundChange[];
  /** Why the order needs attention, if these changes give a reason. */
  readonly attention?: string | undefined;
}
