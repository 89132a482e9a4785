import type { AttentionReason } from '../../core/index.js';
import type { PaymentEventKind } from '../../effects/index.js';
import { fingerprintOf } from './fingerprint.js';
import { eventsOf } from './merge.events.js';
import { isTipped, noteMoney, statusWithParts } from './merge.money.js';
import { knownOfChief, paymentsOf, summaryOf } from './merge.summary.js';
import { decideAnswer, decideBeside, decideMessage, type Trust } from './merge.timing.js';
import { CONSEQUENCES, isKnownPaid, isOf, releaseHeld, wasShipped } from './merge.transactions.js';
import type {
  AttemptTerms,
  Candidate,
  MergeOutcome,
  KnownTransaction,
  MergeRules,
  Observed,
  OrderState,
  TransactionFacts,
  Verdict,
} from './merge.types.js';
import { claimsMoney, GIVEN_UP, knownCapture, paymentStatusOf, rankOf, type PaymentStatus } from './payment-status.js';
import { isVoidByChargeback, statusWithChargebacks } from './taken-back.js';

interface Comparison {
  readonly state: OrderState;
  readonly seen: Candidate;
  readonly rules: MergeRules;
}

interface Observation {
  readonly state: OrderState;
  readonly observed: Observed;
  readonly rules: MergeRules;
}

type Rule = (compared: Comparison) => Verdict | null;

/** A signed body that names no order, or another: its facts are not used; a read of our own order tells. */
const bound: Rule = ({ seen: { order, attempt, authoritative } }) => {
  const named = order.order_id ?? (authoritative ? attempt.serviceOrderId : null);
  if (named === attempt.serviceOrderId) return null;
  return authoritative ? { kind: 'ignored', reason: 'order-id-differs' } : { kind: 'ask', reason: 'order-id-missing' };
};

/** A session left before any transaction existed (spec §3), which the shop may choose to keep payable. */
const abandoned: Rule = ({ seen: { order, facts }, rules }) =>
  rules.onAbandoned === 'keep-open' && order.transaction_id === null && GIVEN_UP.has(facts.status)
    ? { kind: 'ignored', reason: 'abandoned-kept-open' }
    : null;

/**
 * Amount and currency must equal what the attempt asked for, and that what the shop still asks for (promise 3,
 * scenario M3).
 */
const mismatched: Rule = ({ state, seen: { order, attempt, facts, authoritative }, rules }) => {
  if (!claimsMoney(facts.status)) return null;
  const isAsked = (terms: { amount: number; currency: string }): boolean =>
    terms.amount === order.amount && terms.currency === order.currency;
  if (isAsked(attempt) && isAsked(state)) return null;
  const isStillAsked = attempt.amount === state.amount && attempt.currency === state.currency;
  if (isStillAsked && isTipped(order, attempt, rules.allowTip === true)) return null;
  const isMissing = order.amount === null || order.currency === null;
  return isMissing && !authoritative
    ? { kind: 'ask', reason: 'amount-missing' }
    : { kind: 'mismatch', reason: 'amount-mismatch' };
};

/**
 * An answer that is older than what a message has said of the same transaction comes from a copy that lags behind: it
 * cannot place the message. What comes next may.
 */
const overtaken: Rule = ({ state, seen, rules }) =>
  seen.authoritative && seen.known?.held ? decideBeside(seen.known.held, seen, trustOf(state, rules)) : null;

const trustOf = ({ changedAt }: OrderState, { readLagMs }: MergeRules): Trust => ({ readLagMs, changedAt });

/** The same facts. By what the shop asked for they may mean more than they did when they were written down (design §7). */
const repeated: Rule = ({ seen: { known, facts, authoritative } }) => {
  if (known?.facts.fingerprint !== facts.fingerprint) return null;
  const isMore = rankOf(facts.status) > rankOf(known.facts.status);
  if (isMore && !authoritative) return { kind: 'ask', reason: 'means-more' };
  return authoritative && facts.status !== known.facts.status ? null : { kind: 'same', reason: 'same-facts' };
};

const outdated: Rule = ({ state, seen, rules }) => {
  if (!seen.known) return null;
  return seen.authoritative ? decideAnswer(seen.known, seen, trustOf(state, rules)) : decideMessage(seen.known, seen);
};

/** In this order: each rule may rely on what those before it let pass. */
const RULES: readonly Rule[] = [bound, abandoned, mismatched, overtaken, repeated, outdated];

function verdictOn(compared: Comparison): Verdict {
  for (const rule of RULES) {
    const verdict = rule(compared);
    if (verdict) return verdict;
  }
  return { kind: 'apply', reason: 'facts' };
}

/** An answer without a time is at least as old as a copy that lags when it is asked: what is known by then is not newer. */
const timeOf = ({ modifiedAt, readAt }: Observed, { readLagMs }: MergeRules): number | null =>
  modifiedAt ?? (readAt === null ? null : readAt - readLagMs);

function toCandidate({ state, observed, rules }: Observation, status: PaymentStatus): Candidate {
  const { order } = observed;
  const isTakenBack = isVoidByChargeback(order, status);
  const facts: TransactionFacts = {
    status: isTakenBack ? 'chargedback' : statusWithChargebacks(order, statusWithParts(order, status)),
    word: order.status,
    related: order.related_transactions.length,
    financialStatus: order.financial_status,
    amountRefunded: order.amount_refunded,
    modifiedAt: timeOf(observed, rules),
    fingerprint: fingerprintOf(order),
  };
  return { ...observed, facts, isTakenBack, known: state.transactions.find(isOf(observed)) ?? null };
}

/**
 * The one decision behind every source of truth: what does this observation change? Pure; the order's row is locked
 * while it is made and carried out. Every attempt and every transaction of it is followed by itself; what the order
 * amounts to is worked out of them all, so that it ends the same in whatever order things are seen. Design §7, spec §3,
 * protocol §4.2.
 *
 * @param state - what is known of the order
 * @param observed - one observation of one of its attempts, from any source
 * @param rules - what the options of the terminal group say
 */
export function merge(state: OrderState, observed: Observed, rules: MergeRules = MERGE_DEFAULTS): MergeOutcome {
  const known = state.transactions.find(isOf(observed));
  const asked = knownCapture(observed.attempt.capture, known?.facts.status ?? null);
  const status = paymentStatusOf(observed.order, asked, isKnownPaid(known));
  // Candidates need a status; where it is unknown nothing of them is used but what they are about.
  const seen = toCandidate({ state, observed, rules }, status === 'unknown' ? 'initialized' : status);
  const verdict: Verdict =
    status === 'unknown' ? { kind: 'ignored', reason: 'unknown-status' } : verdictOn({ state, seen, rules });
  const noted = noteMoney(CONSEQUENCES[verdict.kind](state, seen), seen, verdict);
  const isAnswer = seen.authoritative && verdict.kind !== 'ask';
  return decide({ state, seen, verdict }, isAnswer ? releaseHeld(noted, seen, verdict) : noted);
}

/** What options say when they say nothing. */
const MERGE_DEFAULTS: MergeRules = { onAbandoned: 'cancel', readLagMs: 5_000 };

const PLAIN = {
  same: 'duplicate',
  stale: 'stale',
  ignored: 'ignored',
  apply: 'duplicate',
  mismatch: 'duplicate',
} as const;

interface Merged {
  readonly state: OrderState;
  readonly seen: Candidate;
  readonly verdict: Verdict;
}

function decide({ state, seen, verdict }: Merged, noted: OrderState): MergeOutcome {
  const { kind, reason, notBefore } = verdict;
  const chief = knownOfChief(state, noted);
  const known = { known: chief?.facts ?? null, wasShipped: wasShipped(chief) };
  const change = { before: summaryOf(state), after: summaryOf(noted), ...known, amount: state.amount };
  const events = eventsOf(change);
  if (noted.mismatches !== state.mismatches) events.push('amount_mismatch');
  const attention = worstOf([state.attention, ...events.filter((event) => !isOwnDoing(event, seen.attempt))]);
  const next = attention === state.attention ? noted : { ...noted, attention };
  if (events.length > 0) {
    const text = kind === 'mismatch' ? reason : events.join('+');
    const kept = isKept(events, seen.attempt) && { isKept: true as const };
    return { kind: 'transition', reason: text, next, events, paidBy: newPayments(state, noted), ...kept };
  }
  if (kind === 'hold' || kind === 'ask') return { kind: 'ask', reason, next, ...(notBefore && { notBefore }) };
  return next === state ? { kind: PLAIN[kind], reason } : { kind: 'update', reason, next };
}

/** The shop has let go of the payment itself: nobody needs to be told that it is gone. */
const isOwnDoing = (event: PaymentEventKind, { letGoAt }: AttemptTerms): boolean =>
  event === 'voided' && letGoAt !== null;

/** Events by which money has come, or is reserved. */
const BRING_MONEY: ReadonlySet<string> = new Set(['completed', 'authorised', 'paid_after_cancel', 'paid_twice']);

/**
 * Money that becomes known by what the shop has let go of: that it goes again would be a surprise. Which was first is not
 * asked, since the clocks of shop and service differ: an alert too many is better than none.
 */
const isKept = (events: readonly PaymentEventKind[], { letGoAt }: AttemptTerms): boolean =>
  letGoAt !== null && events.some((event) => BRING_MONEY.has(event));

function newPayments(state: OrderState, noted: OrderState): (string | null)[] {
  const isKnown = (paid: KnownTransaction): boolean =>
    state.transactions.some((each) => each.paid && each.attempt === paid.attempt && each.id === paid.id);
  return paymentsOf(noted)
    .filter((paid) => !isKnown(paid))
    .map(({ id }) => id);
}

/** Events that a person should see to, the worst first. */
export const NEEDS_ATTENTION: readonly string[] = [
  'paid_twice',
  'amount_mismatch',
  'paid_after_cancel',
  'voided',
] satisfies readonly (AttentionReason & PaymentEventKind)[];

/** Whether a person is to be told of an event; of what the shop has let go of itself nobody is. */
export const needsAttention = (event: string, { attention }: OrderState): boolean =>
  NEEDS_ATTENTION.includes(event) && (event !== 'voided' || attention !== null);

/** One reason stands for all, and must not hang on which came last: money to be given back may not be hidden by another. */
export const worstOf = (reasons: readonly (string | null)[]): string | null =>
  NEEDS_ATTENTION.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? null;
