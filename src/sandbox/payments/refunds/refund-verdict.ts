import type { OrderStatus } from '../../../protocol/index.js';
import { isGiftCard } from '../../orders/index.js';
import type { SandboxSwitches, Refused } from '../../core/index.js';

/** All data that decides whether a refund is possible. Amounts in minor units, times in epoch milliseconds. */
export interface RefundCase {
  readonly order: RefundSubject;
  /** The requested amount; null: all that is left. */
  readonly amount: number | null;
  /** Reserved or paid-out refunds of this order, its chargebacks, and parts that were shipped as their own orders. */
  readonly refunded: number;
  /** Reserved or paid-out refunds of the whole account, in the order's currency. */
  readonly paidOut: number;
  /** Methods with which the order was paid. */
  readonly methods: readonly string[];
  readonly now: number;
  /** When an equal amount was last refunded or requested, within the guard's scope; null: never. */
  readonly lastEqualAt: number | null;
  /** When the website last requested any refund; null: never. */
  readonly lastRequestAt: number | null;
  readonly switches: RefundSwitches;
}

/** The parts of an order that decide. */
export interface RefundSubject {
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
  readonly amount: number;
  readonly capture: 'manual' | null;
}

/** The switches that affect refunds. */
export type RefundSwitches = Pick<
  SandboxSwitches,
  'payoutBalance' | 'lowBalance' | 'refundGuard' | 'refundGuardMs' | 'refundSpacingMs'
>;

/** The amount to refund, or why not. */
export type RefundVerdict = { ok: true; amount: number } | Refused;

type Obstacle = (refund: RefundCase, amount: number) => string | null;

const REFUNDABLE: ReadonlySet<OrderStatus> = new Set(['completed', 'shipped', 'partial_refunded', 'refunded']);

const notPaid: Obstacle = ({ order }) =>
  REFUNDABLE.has(order.status) ? null : `nothing can be refunded of an order that is ${order.status}`;

// Reserved money is released and not refunded; a captured part has its own order.
const notCaptured: Obstacle = ({ order }) =>
  order.capture === 'manual' && order.financialStatus === 'initialized' ? 'the money is reserved, not captured' : null;

const nothingLeft: Obstacle = ({ order, refunded }) =>
  refunded >= order.amount ? 'the order is refunded already, or was shipped in parts' : null;

// The issuer of a gift card does not tell whom it was sold to (protocol §6.2).
const noAccount: Obstacle = ({ methods }) =>
  methods.length > 0 && methods.every(isGiftCard)
    ? 'all of it was paid by gift card: no account to refund to is known'
    : null;

// The dashboard asks for the account of the shopper.
const noAccountGiven: Obstacle = ({ methods }) =>
  methods.includes('MULTIBANCO')
    ? 'MULTIBANCO is refunded in the dashboard, to an account that the shopper names'
    : null;

const tooMuch: Obstacle = ({ order, refunded }, amount) =>
  amount > order.amount - refunded ? `only ${order.amount - refunded} is left to be refunded` : null;

const tooSoon: Obstacle = ({ now, lastRequestAt, switches }) =>
  lastRequestAt !== null && now - lastRequestAt < switches.refundSpacingMs
    ? 'the refund before this one was asked for too short a time ago'
    : null;

const repeated: Obstacle = ({ now, lastEqualAt, switches }) =>
  switches.refundGuard !== 'off' && lastEqualAt !== null && now - lastEqualAt < switches.refundGuardMs
    ? 'the same amount was refunded less than five minutes ago'
    : null;

const noBalance: Obstacle = (refund, amount) =>
  refund.switches.lowBalance === 'refused' && exceedsBalance(refund, amount)
    ? 'the balance of the account does not allow it'
    : null;

/** The causes of 1034, in the order in which they are reported (spec §7, protocol §6.1). */
const OBSTACLES: readonly Obstacle[] = [
  notPaid,
  notCaptured,
  nothingLeft,
  noAccount,
  noAccountGiven,
  tooMuch,
  tooSoon,
  repeated,
  noBalance,
];
/** The causes that also apply to a person in the dashboard: the guard against batches does not. */
const DASHBOARD_OBSTACLES: readonly Obstacle[] = [notPaid, notCaptured, nothingLeft, noAccount, tooMuch, noBalance];

/** Whether the balance is too low for a refund besides all booked ones. */
export function exceedsBalance({ paidOut, switches }: RefundCase, amount: number): boolean {
  return switches.payoutBalance !== null && paidOut + amount > switches.payoutBalance;
}

/** Decides whether an order may be refunded now, and how much: never more than was paid. */
export function decideRefund(refund: RefundCase, source: 'api' | 'dashboard'): RefundVerdict {
  const amount = refund.amount ?? refund.order.amount - refund.refunded;
  for (const obstacle of source === 'api' ? OBSTACLES : DASHBOARD_OBSTACLES) {
    const detail = obstacle(refund, amount);
    if (detail !== null) return { ok: false, fault: { code: 1034, detail } };
  }
  return { ok: true, amount };
}
