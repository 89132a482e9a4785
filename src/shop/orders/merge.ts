import { fingerprintOf } from './fingerprint.js';
import { advance, eventsOf, isOtherAttempt, withSurplus } from './merge.events.js';
import { outdated } from './merge.timing.js';
import type { AbandonedPolicy, Candidate, Decision, Observed, OrderState } from './merge.types.js';
import { claimsMoney, GIVEN_UP, impliesPaid, mayFollow, paymentStatusOf } from './payment-status.js';

type Rule = (state: OrderState, seen: Candidate) => Decision | null;

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

/** A paid order is not undone, nor set back, by another attempt that has not brought money (scenario L2). */
const otherAttemptUnpaid: Rule = (state, seen) =>
  isOtherAttempt(state, seen) && !impliesPaid(seen.status) ? { kind: 'stale', reason: 'other-attempt' } : null;

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
  const isMissing = seen.order.amount === null || seen.order.currency === null;
  if (isMissing && !seen.authoritative) return { kind: 'ask', reason: 'amount-missing' };
  const next = { ...state, attention: 'amount_mismatch', fingerprint: seen.fingerprint };
  return state.attention === 'amount_mismatch'
    ? { kind: 'update', reason: 'amount-mismatch', next }
    : { kind: 'transition', reason: 'amount-mismatch', next, events: ['amount_mismatch'] };
};

/** In this order: each rule may rely on what those before it let pass. */
const RULES: readonly Rule[] = [bound, repeated, otherAttemptUnpaid, outdated, needsConfirmation, mismatched];

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
  const events = eventsOf(state, seen);
  const next = (isOtherAttempt(state, seen) ? withSurplus : advance)(state, seen, events);
  return events.length > 0
    ? { kind: 'transition', reason: events.join('+'), next, events }
    : { kind: 'update', reason: 'facts', next };
}
