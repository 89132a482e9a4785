import type { CallPriority } from '../client/index.js';
import type { OperatorDecision } from '../decisions/index.js';
import type { PaymentOrderEntity } from './payment-order.entity.js';

/** What was erased of an order, and what had to be kept because it is still needed. */
export interface OrderErasure {
  /** Notifications whose content was erased now. */
  readonly notifications: number;
  /** Notifications that wait to be applied, or for a person (`parked`): replay or let them end, then erase again. */
  readonly keptNotifications: number;
  /** Refunds that may still be sent, and keep what they must send: erase again when they are over. */
  readonly keptRefunds: number;
  /** False for an order that may still be paid: its payment pages are needed until then. */
  readonly paymentPages: boolean;
}

/** What people do with one order by hand; each step is recorded with who and why. */
export interface OrderDesk {
  /** Reads every attempt from the service and takes the answers to the ledger. @param priority - default `return` */
  sync(order: PaymentOrderEntity, said: OperatorDecision, priority?: CallPriority): Promise<void>;
  /** Notes that somebody has looked. Nothing happens where nothing needs a look. */
  acknowledge(order: PaymentOrderEntity, said: OperatorDecision): Promise<void>;
  /** Erases personal data now. */
  erase(order: PaymentOrderEntity, said: OperatorDecision): Promise<OrderErasure>;
}
