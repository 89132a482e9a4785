import type { PaymentEventKind } from '../effects/index.js';
import { fingerprintOf } from './fingerprint.js';
import type { AbandonedPolicy, Decision, Observed, OrderState } from './merge.types.js';
import {
  claimsMoney,
  GIVEN_UP,
  impliesPaid,
  mayFollow,
  paymentStatusOf,
  rankOf,
  type PaymentStatus,
} from './payment-status.js';

/** Zone-less times repeat an hour when summer time ends, so "older" within this span may still be newer (design §7). */
const AMBIGUOUS_HOURS_MS = 2 * 60 * 60 * 1000;

/** The observation together with what was read out of it once. */
interface Candidate extends Observed {
  readonly status: PaymentStatus;
  readonly fingerprint: string;
}

type Rule = (state: OrderState, seen: Candidate) => Decision | null;

const isOtherAttempt = (state: OrderState, seen: Candidate): boolean =>
  state.paid && seen.order.transaction_id !== null && seen.order.transaction_id !== state.paidTransactionId;

/** A signed body that names no order, or another: its facts are not used; a read of our own order tells. */
const bound: Rule = (state, seen) => {
  const named = seen.order.order_id ?? (seen.authoritative ? state.orderId : null);
  if (named === state.orderId) return null;
  return seen.authoritative
    ? { kind: 'ignored', reason: 'order-id-differs' }
    : { kind: 'ask', reason: 'order-id-missing' };
};

/** The same facts again. When they are newer, that they still held is worth knowing: it dates what comes late. */
const repeated: Rule = (state, seen) => {
  if (state.fingerprint !== seen.fingerprint) return null;
  const isNewer = seen.modifiedAt !== null && seen.modifiedAt > (state.modifiedAt ?? 0);
  return isNewer
    ? { kind: 'update', reason: 'same-facts', next: { ...state, modifiedAt: seen.modifiedAt } }
    : { kind: 'duplicate', reason: 'same-facts' };
};

/** A paid order is not undone by another attempt that came to nothing (scenario L2). */
const otherAttemptFailed: Rule = (state, seen) =>
  isOtherAttempt(state, seen) && !claimsMoney(seen.status) ? { kind: 'stale', reason: 'other-attempt' } : null;

/** Two observations are put in order by `modified`, then by rank (design §7). */
const outdated: Rule = (state, seen) => {
  if (state.modifiedAt === null || state.status === null) return null;
  if (seen.modifiedAt === null) return seen.authoritative ? null : { kind: 'ask', reason: 'no-modified-time' };
  const isHigher = rankOf(seen.status) > rankOf(state.status);
  if (seen.modifiedAt < state.modifiedAt) {
    const mayBeAmbiguous = isHigher && state.modifiedAt - seen.modifiedAt <= AMBIGUOUS_HOURS_MS;
    return mayBeAmbiguous && !seen.authoritative
      ? { kind: 'ask', reason: 'older-but-higher' }
      : { kind: 'stale', reason: 'older' };
  }
  const isTieLost = seen.modifiedAt === state.modifiedAt && rankOf(seen.status) < rankOf(state.status);
  return isTieLost && !seen.authoritative ? { kind: 'stale', reason: 'older' } : null;
};

/** Only the API may take back what is known: a payment, a refunded amount, an end that was final. */
const needsConfirmation: Rule = (state, seen) => {
  if (seen.authoritative || state.status === null) return null;
  const isSameStatus = seen.status === state.status;
  if (state.paid && !impliesPaid(seen.status)) return { kind: 'ask', reason: 'would-undo-payment' };
  if (isOtherAttempt(state, seen)) return { kind: 'ask', reason: 'second-payment' };
  if (seen.order.amount_refunded < state.amountRefunded) return { kind: 'ask', reason: 'refund-shrank' };
  if (GIVEN_UP.has(state.status) && claimsMoney(seen.status)) return { kind: 'ask', reason: 'paid-after-end' };
  return isSameStatus || mayFollow(state.status, seen.status) ? null : { kind: 'ask', reason: 'unusual-change' };
};

/** Amount and currency must equal what the shop asked for (promise 3, scenario M3). */
const mismatched: Rule = (state, seen) => {
  if (!claimsMoney(seen.status)) return null;
  if (seen.order.amount === state.amount && seen.order.currency === state.currency) return null;
  if (seen.order.amount === null && !seen.authoritative) return { kind: 'ask', reason: 'amount-missing' };
  const next = { ...state, attention: 'amount_mismatch', fingerprint: seen.fingerprint };
  return state.attention === 'amount_mismatch'
    ? { kind: 'update', reason: 'amount-mismatch', next }
    : { kind: 'transition', reason: 'amount-mismatch', next, events: ['amount_mismatch'] };
};

/** In this order: each rule may rely on what those before it let pass. */
const RULES: readonly Rule[] = [bound, repeated, otherAttemptFailed, outdated, needsConfirmation, mismatched];

/** Which events a change makes. Money seen for the first time is an event of its own, whatever status carries it. */
function eventsOf(state: OrderState, seen: Candidate): PaymentEventKind[] {
  const { status } = seen;
  const gaveUp = state.status !== null && GIVEN_UP.has(state.status);
  if (isOtherAttempt(state, seen) && impliesPaid(status)) return ['paid_twice'];
  const paidNow = impliesPaid(status) && !state.paid;
  const events: PaymentEventKind[] = paidNow ? [gaveUp ? 'paid_after_cancel' : 'completed'] : [];
  if (status === 'completed') {
    const isRestored = state.paid && state.status !== null && rankOf(state.status) > rankOf('completed');
    return isRestored && state.status !== 'shipped' ? ['restored'] : events;
  }
  const isNews = status !== state.status || seen.order.amount_refunded > state.amountRefunded;
  return isNews ? [...events, status] : events;
}

/** A refund may show in the amount alone while the status stays `completed` (scenario fact 2). */
function refundEvent(state: OrderState, seen: Candidate): PaymentEventKind[] {
  const grew = seen.order.amount_refunded > state.amountRefunded;
  const isNamed = seen.status === 'partial_refunded' || seen.status === 'refunded';
  if (!grew || isNamed || !impliesPaid(seen.status)) return [];
  return [seen.order.amount_refunded >= state.amount ? 'refunded' : 'partial_refunded'];
}

function advance(state: OrderState, seen: Candidate, events: readonly PaymentEventKind[]): OrderState {
  const { order } = seen;
  const isSurplus = events.includes('paid_twice');
  const isPaid = state.paid || impliesPaid(seen.status);
  return {
    ...state,
    status: isSurplus ? state.status : seen.status,
    financialStatus: order.financial_status,
    transactionId: isSurplus ? state.transactionId : (order.transaction_id ?? state.transactionId),
    amountRefunded: order.amount_refunded,
    paid: isPaid,
    paidTransactionId: state.paidTransactionId ?? (isPaid ? order.transaction_id : null),
    modifiedAt: Math.max(seen.modifiedAt ?? 0, state.modifiedAt ?? 0) || null,
    fingerprint: seen.fingerprint,
    attention: events.find((event) => event === 'paid_twice' || event === 'paid_after_cancel') ?? state.attention,
  };
}

/** A session left before any transaction existed (spec §3), which the shop may choose to keep payable. */
const isAbandoned = (state: OrderState, seen: Candidate): boolean =>
  seen.order.transaction_id === null && state.transactionId === null && GIVEN_UP.has(seen.status);

/**
 * The one decision behind every source of truth: what does this observation change? Pure; the order's row is locked
 * while it is made and carried out. Design §7, spec §3, §4.4.
 *
 * @param state - what is known of the order
 * @param observed - one look at it, from any source
 * @param policy - what a session left unfinished means to this shop
 */
export function merge(state: OrderState, observed: Observed, policy: AbandonedPolicy = 'cancel'): Decision {
  const status = paymentStatusOf(observed.order);
  if (status === 'unknown') return { kind: 'ignored', reason: 'unknown-status' };
  const seen: Candidate = { ...observed, status, fingerprint: fingerprintOf(observed.order) };
  for (const rule of RULES) {
    const decision = rule(state, seen);
    if (decision) return decision;
  }
  if (policy === 'keep-open' && isAbandoned(state, seen)) return { kind: 'ignored', reason: 'abandoned-kept-open' };
  const events = [...eventsOf(state, seen), ...refundEvent(state, seen)];
  const next = advance(state, seen, events);
  return events.length > 0
    ? { kind: 'transition', reason: events.join('+'), next, events }
    : { kind: 'update', reason: 'facts', next };
}
