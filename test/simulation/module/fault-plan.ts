import { BASE_LIMITS as REFUND_LIMITS, type FaultLimits as RefundFaultLimits } from '../refunds/fault-plan.js';

/** How strong each kind of fault may become: those of refunds, and these. Chances but for what ends in `Ms`. */
export interface FaultLimits extends RefundFaultLimits {
  /** Per sending: it is lost on its way, or its acknowledgement is. */
  readonly deliveryLost: number;
  readonly acknowledgementLost: number;
  /** Per change of an order: someone without the key sends something that looks like its notification. */
  readonly forged: number;
  /** Per sending: its unsigned query names another order. */
  readonly otherOrderInQuery: number;
  /** Per order: someone asks for a look at it by GET, many times. */
  readonly asked: number;
  /** Per order: it is paid in another amount than was asked for. */
  readonly otherAmount: number;
  /** Per message: a handler of the shop fails, inside the transaction or after it. */
  readonly handlerFails: number;
  /** Per order. */
  readonly chargedBack: number;
  readonly partlyChargedBack: number;
  readonly cancelledByShop: number;
  readonly replayed: number;
  /** Per replica and four hours: its own clock jumps. */
  readonly clockStep: number;
  /** By how much, and how far it may be off at all. */
  readonly clockStepMs: number;
  /** The notification lies with the service, or on its way, for so long at most. */
  readonly notificationLateMs: number;
}

/** The limits of the variant called base, and of every other one where it does not say otherwise. */
export const BASE_LIMITS: FaultLimits = {
  ...REFUND_LIMITS,
  // A read copy lags behind by a bounded time (option `readLagMs`).
  staleReadMs: 2_000,
  deliveryLost: 0.3,
  acknowledgementLost: 0.3,
  forged: 0.5,
  otherOrderInQuery: 0.1,
  asked: 0.3,
  otherAmount: 0.1,
  handlerFails: 0.2,
  chargedBack: 0.2,
  partlyChargedBack: 0.1,
  cancelledByShop: 0.2,
  replayed: 0.3,
  clockStep: 0.2,
  clockStepMs: 600_000,
  notificationLateMs: 48 * 3_600_000,
};
