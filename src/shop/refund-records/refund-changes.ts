import type { TransitionRefund } from '../effects/index.js';

/** A change of an order's refunds, to be recorded among its transitions and told to handlers. Amounts in minor units. */
export interface RefundChange {
  /** As {@link toTransitionKind} makes it. */
  readonly kind: string;
  readonly amount: number;
  readonly currency: string;
  /** The service's id of the refund. */
  readonly serviceRefundId: string | null;
  readonly refund: TransitionRefund;
}

/** What is to be recorded of an order's refunds. */
export interface RefundChanges {
  readonly changes: readonly RefundChange[];
  /** Why a person should look at the order, when this gives a reason. */
  readonly attention?: string | undefined;
}
