import { fingerprintOf } from './fingerprint.js';
import { eventsOf } from './merge.events.js';
import { paymentsOf, summaryOf } from './merge.summary.js';
import { judgeAnswer, judgeMessage } from './merge.timing.js';
import { CONSEQUENCES, isOf, releaseHeld } from './merge.transactions.js';
import type {
  AbandonedPolicy,
  Candidate,
  Decision,
  KnownTransaction,
  Observed,
  OrderState,
  TransactionFacts,
  Verdict,
} from './merge.types.js';
import { claimsMoney, GIVEN_UP, paymentStatusOf, type PaymentStatus } from './payment-status.js';

interface Look {
  readonly state: OrderState;
  readonly seen: Candidate;
  readonly policy: AbandonedPolicy;
}

type Rule = (look: Look) => Verdict | null;

/** A signed body that names no order, or another: its facts are not used; a read of our own order tells. */
const bound: Rule = ({ seen: { order, attempt, authoritative } }) => {
  const named = order.order_id ?? (authoritative ? attempt.serviceOrderId : null);
  if (named === attempt.serviceOrderId) return null;
  return authoritative ? { kind: 'ignored', reason: 'order-id-differs' } : { kind: 'ask', reason: 'order-id-missing' };
};

/** A session left before any transaction existed (spec §3), which the shop may choose to keep payable. */
const abandoned: Rule = ({ seen: { order, facts }, policy }) =>
  policy === 'keep-open' && order.transaction_id === null && GIVEN_UP.has(facts.status)
    ? { kind: 'ignored', reason: 'abandoned-kept-open' }
    : null;

/**
 * Amount and currency must equal what the attempt asked for, and that what the shop still asks for (promise 3,
 * scenario M3).
 */
const mismatched: Rule = ({ state, seen: { order, attempt, facts, authoritative } }) => {
  if (!claimsMoney(facts.status)) return null;
  const isAsked = (terms: { amount: number; currency: string }): boolean =>
    terms.amount === order.amount && terms.currency === order.currency;
  if (isAsked(attempt) && isAsked(state)) return null;
  const isMissing = order.amount === null || order.currency === null;
  return isMissing && !authoritative
    ? { kind: 'ask', reason: 'amount-missing' }
    : { kind: 'mismatch', reason: 'amount-mismatch' };
};

/**
 * An answer that is older than what a message has said of the same transaction comes from a copy that lags behind: it
 * cannot place the message. What comes next may.
 */
const overtaken: Rule = ({ seen: { known, facts, authoritative } }) =>
  authoritative && known?.held && isOlder(facts, known.held.facts)
    ? { kind: 'ask', reason: 'older-than-message' }
    : null;

const isOlder = (seen: TransactionFacts, known: TransactionFacts): boolean =>
  seen.modifiedAt !== null && known.modifiedAt !== null && seen.modifiedAt < known.modifiedAt;

const repeated: Rule = ({ seen: { known, facts } }) =>
  known?.facts.fingerprint === facts.fingerprint ? { kind: 'same', reason: 'same-facts' } : null;

const outdated: Rule = ({ state, seen }) => {
  if (!seen.known) return null;
  return seen.authoritative ? judgeAnswer(seen.known, seen, state.changedAt) : judgeMessage(seen.known, seen);
};

/** In this order: each rule may rely on what those before it let pass. */
const RULES: readonly Rule[] = [bound, abandoned, mismatched, overtaken, repeated, outdated];

function judge(look: Look): Verdict {
  for (const rule of RULES) {
    const verdict = rule(look);
    if (verdict) return verdict;
  }
  return { kind: 'apply', reason: 'facts' };
}

function toCandidate(state: OrderState, observed: Observed, status: PaymentStatus): Candidate {
  const { order, modifiedAt } = observed;
  const facts = {
    status,
    financialStatus: order.financial_status,
    amountRefunded: order.amount_refunded,
    modifiedAt,
    fingerprint: fingerprintOf(order),
  };
  return { ...observed, facts, known: state.transactions.find(isOf(observed)) ?? null };
}

/**
 * The one decision behind every source of truth: what does this observation change? Pure; the order's row is locked
 * while it is made and carried out. Every attempt and every transaction of it is followed by itself; what the order
 * amounts to is worked out of them all, so that it ends the same in whatever order things are seen. Design §7, spec §3,
 * protocol §4.2.
 *
 * @param state - what is known of the order
 * @param observed - one look at one of its attempts, from any source
 * @param policy - what a session left unfinished means to this shop
 */
export function merge(state: OrderState, observed: Observed, policy: AbandonedPolicy = 'cancel'): Decision {
  const status = paymentStatusOf(observed.order);
  // Candidates need a status; where it is unknown nothing of them is used but what they are about.
  const seen = toCandidate(state, observed, status === 'unknown' ? 'initialized' : status);
  const verdict: Verdict =
    status === 'unknown' ? { kind: 'ignored', reason: 'unknown-status' } : judge({ state, seen, policy });
  const noted = CONSEQUENCES[verdict.kind](state, seen);
  const isAnswer = seen.authoritative && verdict.kind !== 'ask';
  return decide(state, isAnswer ? releaseHeld(noted, seen, verdict) : noted, verdict);
}

const PLAIN = {
  same: 'duplicate',
  stale: 'stale',
  ignored: 'ignored',
  apply: 'duplicate',
  mismatch: 'duplicate',
} as const;

function decide(state: OrderState, noted: OrderState, { kind, reason }: Verdict): Decision {
  const change = { before: summaryOf(state), after: summaryOf(noted), amount: state.amount };
  const events = eventsOf(change);
  if (noted.mismatches !== state.mismatches) events.push('amount_mismatch');
  const attention = worstOf([state.attention, ...events]);
  const next = attention === state.attention ? noted : { ...noted, attention };
  if (events.length > 0) {
    const text = kind === 'mismatch' ? reason : events.join('+');
    return { kind: 'transition', reason: text, next, events, paidBy: newPayments(state, noted) };
  }
  if (kind === 'hold' || kind === 'ask') return { kind: 'ask', reason, next };
  return next === state ? { kind: PLAIN[kind], reason } : { kind: 'update', reason, next };
}

function newPayments(state: OrderState, noted: OrderState): (string | null)[] {
  const isKnown = (paid: KnownTransaction): boolean =>
    state.transactions.some((each) => each.paid && each.attempt === paid.attempt && each.id === paid.id);
  return paymentsOf(noted)
    .filter((paid) => !isKnown(paid))
    .map(({ id }) => id);
}

/** Events that a person should see to, the worst first. */
export const NEEDS_A_PERSON: readonly string[] = ['paid_twice', 'amount_mismatch', 'paid_after_cancel'];

/** One reason stands for all, and must not hang on which came last: money to be given back may not be hidden by another. */
const worstOf = (reasons: readonly (string | null)[]): string | null =>
  NEEDS_A_PERSON.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? null;
