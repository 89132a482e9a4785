import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import type { SandboxSwitches } from '../../core/index.js';
import { OUTCOME_RULES, type OutcomeObstacle, type OutcomeRule, type PaymentOutcome } from './outcome-rules.js';

/** The source of an outcome: the shopper on the page, or a test that controls the sandbox and may pay late. */
export type OutcomeSource = 'page' | 'library';

/** Whether an outcome is possible now; if not, why. */
export type OutcomeVerdict = { ok: true; rule: OutcomeRule } | { ok: false; reason: OutcomeObstacle };

/** The parts of an order that decide. */
export interface OutcomeState {
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
  /** Whether it already has a transaction. */
  readonly hasTransaction: boolean;
  /** Whether the money is promised, and can still be paid. */
  readonly isPromised?: boolean;
  /** Whether its page still takes payments although it ended unpaid. */
  readonly isReopened?: boolean;
  /** Whether a chargeback was not reversed. */
  readonly isChargedBack?: boolean;
  /** Whether a lender would pay it, and nothing was shipped: there it can be called off. */
  readonly isLent?: boolean;
  /** Whether the lender takes that from the shop, too. */
  readonly mayWithdraw?: boolean;
  /** Whether a chargeback was announced, and is not booked. */
  readonly isDisputed?: boolean;
}

const OPEN: ReadonlySet<OrderStatus> = new Set(['initialized', 'declined']);
const ENDED: readonly OrderStatus[] = ['cancelled', 'void', 'expired'];
const WAITING: ReadonlySet<OrderStatus> = new Set(['uncleared', 'reserved']);

/** A requested outcome of an order. */
interface AskedOutcome {
  readonly outcome: PaymentOutcome;
  readonly source: OutcomeSource;
  /** Minor units. */
  readonly amount?: number;
  /** Null: the shop cancels the order. */
  readonly method?: string | null;
}

type AskedState = Pick<OutcomeState, 'isLent' | 'mayWithdraw' | 'isDisputed'> &
  Pick<SandboxSwitches, 'chargebackForm'> & { readonly amount: number };

/** What a request comes to: a loan is called off, and some accounts announce a chargeback first. */
export function outcomeFor({ outcome, source, ...asked }: AskedOutcome, state: AskedState): PaymentOutcome {
  const isTaken = asked.method !== null || state.mayWithdraw;
  if (outcome === 'cancelled' && source === 'library' && state.isLent && isTaken) return 'withdrawn';
  const isWhole = asked.amount === undefined || asked.amount >= state.amount;
  const isAnnounced = state.chargebackForm === 'requested' && !state.isDisputed && isWhole;
  return outcome === 'chargedback' && isAnnounced ? 'disputed' : outcome;
}

/**
 * Decides whether an outcome is possible for an order.
 *
 * A closed page accepts no further outcome. The library may still make a late payment, as happens in reality after a
 * cancellation or an expiry.
 */
export function decideOutcome(state: OutcomeState, outcome: PaymentOutcome, source: OutcomeSource): OutcomeVerdict {
  const rule = OUTCOME_RULES[outcome];
  const obstacle = rule.obstacle ?? openObstacle(state.status);
  const from = rule.obstacle === null && source === 'page' ? fromPage(rule, state) : rule.from;
  const isAwaited = state.isPromised ?? state.financialStatus === 'uncleared';
  const isDecided = isAwaited && (outcome === 'accepted' || outcome === 'rejected');
  if (outcome === 'chargedback' && state.isDisputed === true) return { ok: true, rule };
  if (outcome === 'reversed' && !(state.isChargedBack ?? state.status === 'chargedback'))
    return { ok: false, reason: obstacle };
  if (!from.includes(state.status) && !isDecided) return { ok: false, reason: obstacle };
  if (outcome === 'unfinished' && state.hasTransaction) return { ok: false, reason: 'started' };
  return { ok: true, rule };
}

/** On a page only an open order can be paid; with a second link, or on a page that is kept, also one that ended unpaid. */
function fromPage({ from, attempt }: OutcomeRule, { isReopened = false }: OutcomeState): OrderStatus[] {
  const open = from.filter((one) => OPEN.has(one));
  return isReopened && (attempt === 'new' || attempt === 'open-or-new') ? [...open, ...ENDED] : open;
}

function openObstacle(status: OrderStatus): OutcomeObstacle {
  if (ORDER_STATUS_TABLE[status].paid) return 'already-paid';
  return WAITING.has(status) ? 'pending' : 'closed';
}
