import { ORDER_STATUS_TABLE, type OrderStatus } from '../../../protocol/index.js';
import { OUTCOME_RULES, type OutcomeObstacle, type OutcomeRule, type PaymentOutcome } from './outcome-rules.js';

/** Who asks for an outcome: the shopper on the page, or a test that drives the sandbox and may pay late. */
export type OutcomeSource = 'page' | 'library';

/** Whether an outcome may happen now; if not, why. */
export type OutcomeDecision = { ok: true; rule: OutcomeRule } | { ok: false; reason: OutcomeObstacle };

/** As much of an order as decides. */
export interface OutcomeState {
  readonly status: OrderStatus;
  readonly financialStatus: OrderStatus;
  /** Whether a transaction is tied to it already. */
  readonly hasTransaction: boolean;
  /** Whether the money is promised, and anyone who has promised it can still pay. */
  readonly isPromised?: boolean;
  /** Whether its page can be paid on although it has ended unpaid. */
  readonly isReopened?: boolean;
  /** Whether something was charged back and not given back. */
  readonly isChargedBack?: boolean;
}

const OPEN: ReadonlySet<OrderStatus> = new Set(['initialized', 'declined']);
const ENDED: readonly OrderStatus[] = ['cancelled', 'void', 'expired'];
const WAITING: ReadonlySet<OrderStatus> = new Set(['uncleared', 'reserved']);

/**
 * Decides whether an order may end this way.
 *
 * A closed page takes no further outcome; the library may still let a payment come late, which is what happens in
 * reality after a cancellation or an expiry.
 */
export function decideOutcome(state: OutcomeState, outcome: PaymentOutcome, source: OutcomeSource): OutcomeDecision {
  const rule = OUTCOME_RULES[outcome];
  const obstacle = rule.obstacle ?? openObstacle(state.status);
  const from = rule.obstacle === null && source === 'page' ? fromPage(rule, state) : rule.from;
  const isCleared = outcome === 'accepted' && (state.isPromised ?? state.financialStatus === 'uncleared');
  if (outcome === 'reversed' && !(state.isChargedBack ?? state.status === 'chargedback'))
    return { ok: false, reason: obstacle };
  if (!from.includes(state.status) && !isCleared) return { ok: false, reason: obstacle };
  if (outcome === 'unfinished' && state.hasTransaction) return { ok: false, reason: 'started' };
  return { ok: true, rule };
}

/** On a page only what is open is paid; by a second link, or on a page that is kept, also what has ended unpaid. */
function fromPage({ from, attempt }: OutcomeRule, { isReopened = false }: OutcomeState): OrderStatus[] {
  const open = from.filter((one) => OPEN.has(one));
  return isReopened && attempt === 'open-or-new' ? [...open, ...ENDED] : open;
}

function openObstacle(status: OrderStatus): OutcomeObstacle {
  if (ORDER_STATUS_TABLE[status].paid) return 'already-paid';
  return WAITING.has(status) ? 'pending' : 'closed';
}
