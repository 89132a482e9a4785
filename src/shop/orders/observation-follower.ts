import type { EntityManager } from 'typeorm';
import type { Order } from '../../protocol/index.js';
import type { TransitionRefund } from '../effects/index.js';
import type { ChangeSource } from './observation.entity.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** What an observation said of a known order, for whoever keeps books of a part of it. */
export interface FollowedLook {
  /** The order as it is after the observation, under its lock. */
  readonly row: PaymentOrderEntity;
  /** The id by which the service knows the attempt that was looked at. */
  readonly serviceOrderId: string;
  readonly order: Order;
  readonly source: ChangeSource;
  /** Whether newer things are known of the payment already, or what it says of refunds is not confirmed yet. */
  readonly isStale: boolean;
  /** Whether something was known to have been given back before it: less of it is news, too. */
  readonly hadRefunds: boolean;
  /** For an answer of the API: when it was asked for, epoch milliseconds. Null for a message. */
  readonly readAt: number | null;
}

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

/**
 * Is shown every observation of a known order, in its transaction and under the lock of the order, so that what it tells of
 * refunds is recorded together with it or not at all.
 */
export interface ObservationFollower {
  /** @returns for each look what it changed, in the order of the looks; nothing at all where nothing did */
  follow(tx: EntityManager, looks: readonly FollowedLook[]): Promise<readonly (RefundChanges | null)[]>;
}
