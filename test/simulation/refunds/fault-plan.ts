/**
 * How strong each kind of fault may become. The first group are chances: per request, per step of a replica, per read, per
 * order, as the name says. What ends in `Ms` is a bound in milliseconds.
 */
export interface FaultLimits {
  readonly lostRequest: number;
  readonly lostResponse: number;
  readonly lateArrival: number;
  /** Something on the way sends it a second time, as a load balancer may. Only where the service notices. */
  readonly copied: number;
  readonly errorBefore: number;
  readonly errorAfter: number;
  readonly refused: number;
  readonly throttled: number;
  /** An answer that rules out that the refund was carried out. */
  readonly refusal: number;
  /** The account cannot refund for a while: 1034, as for five other reasons. */
  readonly noBalance: number;
  /** The account's settings are wrong for a while: 1032. */
  readonly misconfigured: number;
  /** Per refund: the service refuses it for good, and others not. */
  readonly refusedForGood: number;
  readonly crash: number;
  readonly pause: number;
  /** Between the check at the last instant and the first byte. */
  readonly lateStall: number;
  readonly database: number;
  readonly staleRead: number;
  readonly failedRead: number;
  readonly slowRead: number;
  /** Per order: someone refunds in the dashboard. */
  readonly foreign: number;
  readonly declined: number;
  readonly cancelled: number;
  readonly notificationLost: number;
  readonly notificationRepeated: number;
  readonly notificationLate: number;
  readonly lateArrivalMs: number;
  readonly restartMs: number;
  readonly pauseMs: number;
  readonly lateStallMs: number;
  readonly staleReadMs: number;
  readonly notificationLateMs: number;
}

/** The limits of the variant called base, and of every other one where it does not say otherwise. */
export const BASE_LIMITS: FaultLimits = {
  lostRequest: 0.2,
  lostResponse: 0.2,
  lateArrival: 0.15,
  copied: 0.05,
  errorBefore: 0.15,
  errorAfter: 0.15,
  refused: 0.2,
  throttled: 0.05,
  refusal: 0.05,
  noBalance: 0.1,
  misconfigured: 0.05,
  refusedForGood: 0.3,
  crash: 0.02,
  pause: 0.03,
  lateStall: 0.005,
  database: 0.01,
  staleRead: 0.3,
  failedRead: 0.2,
  slowRead: 0.2,
  foreign: 0.2,
  declined: 0.05,
  cancelled: 0.05,
  notificationLost: 1,
  notificationRepeated: 0.5,
  notificationLate: 0.5,
  lateArrivalMs: 60_000,
  restartMs: 120_000,
  pauseMs: 40_000,
  lateStallMs: 40_000,
  staleReadMs: 20_000,
  notificationLateMs: 3_600_000,
};
