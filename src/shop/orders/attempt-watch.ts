import type { EntityManager } from 'typeorm';
import type { CreateOrderInput } from '../../protocol/index.js';
import type { AttemptEntity } from './attempt.entity.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** An attempt, by the id that the service knows it by. */
export type AttemptKey = Pick<AttemptEntity, 'group' | 'serviceOrderId'>;

/** By when a payment of an order is known at the latest, should no notification ever come. */
export interface SettlementBound {
  /** Epoch milliseconds (UTC). */
  readonly at: number;
  /** The same from now, in milliseconds; 0 when the look is due already. */
  readonly withinMs: number;
}

/** Sees to it that each attempt is looked at until nothing more can follow, whether notifications come or not (design §9). */
export interface AttemptWatch {
  /** An attempt is about to be sent, for the first time or once more. In the transaction that says so. */
  sent(tx: EntityManager, attempt: AttemptKey, request: CreateOrderInput): Promise<void>;
  /** The next look is taken in so many milliseconds at the latest (spec §6, Delay). For an attempt that is being watched. */
  lookWithin(attempt: AttemptKey, withinMs: number): Promise<void>;
  /**
   * The attempt is read when this time has come, whatever its order has become by then; not before, since a copy of the
   * service that lags behind would say nothing new. In the transaction that found out.
   *
   * @param at - epoch milliseconds
   */
  readFrom(tx: EntityManager, attempt: AttemptKey, at: number): Promise<void>;
  /** See {@link OrdersService.settlesWithin}. */
  boundOf(order: PaymentOrderEntity): Promise<SettlementBound | null>;
}
