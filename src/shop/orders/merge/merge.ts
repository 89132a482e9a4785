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
  MergeObservation,
  OrderState,
  TransactionFacts,
  Verdict,
} from './merge.types.js';
import { claimsMoney, GIVEN_UP, knownCapture, paymentStatusOf, rankOf, type PaymentStatus } from './payment-status.js';
import { returnedStatus, statusWithChargebacks } from './taken-back.js';

interface Comparison {
  readonly state: OrderState;
  readonly seen: Candidate;
  readonly rules: MergeRules;
}

interface MergeInput {
  readonly state: OrderState;
  readonly observed: MergeObservation;
  readonly rules: MergeRules;
}

type Rule = (compared: Comparison) => Verdict | null;

/** A signed body that names no order, or another one: its facts are not used, and the order is read instead. */
const bound: Rule = ({ seen: { order, attempt, authoritative } }) => {
  const named = order.order_id ?? (authoritative ? attempt.serviceOrderId : null);
  if (named === attempt.serviceOrderId) return null;
  return authoritative ? { kind: 'ignored', reason: 'order-id-differs' } : { kind: 'ask', reason: 'order-id-missing' };
};

/** A session left before any transaction existed (spec §3). The shop may choose to keep it payable. */
const abandoned: Rule = ({ seen: { order, facts }, rules }) =>
  rules.onAbandoned === 'keep-open' && order.transaction_id === null && GIVEN_UP.has(facts.status)
    ? { kind: 'ignored', reason: 'abandoned-kept-open' }
    : null;

/**
 * Amount and currency must equal those of the attempt, and these must equal the present ones of the order (promise 3,
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
 * An answer that is older than a message about the same transaction comes from a copy that lags behind: it cannot confirm the
 * message. A later answer may.
 */
const overtaken: Rule = ({ state, seen, rules }) =>
  seen.authoritative && seen.known?.held ? decideBeside(seen.known.held, seen, trustOf(state, rules)) : null;

const trustOf = ({ changedAt }: OrderState, { readLagMs }: MergeRules): Trust => ({ readLagMs, changedAt });

/** The same facts. With what the shop asked for, they may mean more than when they were stored (design §7). */
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

/** In this sequence: each rule may rely on the rules before it. */
const RULES: readonly Rule[] = [bound, abandoned, mismatched, overtaken, repeated, outdated];

function verdictOn(compared: Comparison): Verdict {
  for (const rule of RULES) {
    const verdict = rule(compared);
    if (verdict) return verdict;
  }
  return { kind: 'apply', reason: 'facts' };
}

/** An answer without a time may be as old as a lagging copy at the read: facts known by then are not newer. */
const timeOf = ({ modifiedAt, readAt }: MergeObservation, { readLagMs }: MergeRules): number | null =>
  modifiedAt ?? (readAt === null ? null : readAt - readLagMs);

function toCandidate({ state, observed, rules }: MergeInput, status: PaymentStatus): Candidate {
  const { order } = observed;
  const known = state.transactions.find(isOf(observed)) ?? null;
  const returned = returnedStatus(order, status, isKnownPaid(known));
  const facts: TransactionFacts = {
    status: returned ?? statusWithChargebacks(order, statusWithParts(observed, status, state.received)),
    word: order.status,
    related: order.related_transactions.length,
    financialStatus: order.financial_status,
    amountRefunded: order.amount_refunded,
    ...(order.omitsAmountRefunded && order.amount_refunded > 0 && { isDerived: true as const }),
    modifiedAt: timeOf(observed, rules),
    fingerprint: fingerprintOf(order),
  };
  return { ...observed, facts, isTakenBack: returned !== null, known };
}

/**
 * The single decision for every source: what does this observation change? Pure; the order's row is locked while it is
 * decided and applied. Every attempt and every transaction is followed separately. The order's summary is derived from all of
 * them, so that it is the same for any sequence of observations. Design §7, spec §3, protocol §4.2.
 *
 * @param state - what is known of the order
 * @param observed - one observation of one of its attempts, from any source
 * @param rules - from the options of the terminal group
 */
export function merge(state: OrderState, observed: MergeObservation, rules: MergeRules = MERGE_DEFAULTS): MergeOutcome {
  const known = state.transactions.find(isOf(observed));
  const asked = knownCapture(observed.attempt.capture, known?.facts.status ?? null);
  const status = paymentStatusOf(observed.order, asked, isKnownPaid(known));
  // A candidate needs a status. If it is unknown, only the identity of the candidate is used.
  const seen = toCandidate({ state, observed, rules }, status === 'unknown' ? 'initialized' : status);
  const verdict: Verdict =
    status === 'unknown' ? { kind: 'ignored', reason: 'unknown-status' } : verdictOn({ state, seen, rules });
  const noted = noteMoney(CONSEQUENCES[verdict.kind](state, seen), seen, verdict);
  const isAnswer = seen.authoritative && verdict.kind !== 'ask';
  return decide({ state, seen, verdict }, isAnswer ? releaseHeld(noted, seen, verdict) : noted);
}

/** The rules when no options are given. */
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

/** Whether the shop has given up the payment itself: then its end need not be reported to a person. */
const isOwnDoing = (event: PaymentEventKind, { letGoAt }: AttemptTerms): boolean =>
  event === 'voided' && letGoAt !== null;

/** Events that bring or reserve money. */
const BRING_MONEY: ReadonlySet<string> = new Set(['completed', 'authorised', 'paid_after_cancel', 'paid_twice']);

/**
 * Whether money arrives by an attempt that the shop has given up: its loss would then be a surprise. The sequence is not
 * checked, since the clocks of shop and service differ: an alert too many is better than none.
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

/** Events that a person should handle, the most serious first. */
export const NEEDS_ATTENTION: readonly string[] = [
  'paid_twice',
  'amount_mismatch',
  'paid_after_cancel',
  'voided',
] satisfies readonly (AttentionReason & PaymentEventKind)[];

/** Whether an event must be reported to a person. The end of a payment that the shop gave up itself need not be. */
export const needsAttention = (event: string, { attention }: OrderState): boolean =>
  NEEDS_ATTENTION.includes(event) && (event !== 'voided' || attention !== null);

/** The most serious reason stands for all, in any sequence: another reason must not hide money that must be given back. */
export const worstOf = (reasons: readonly (string | null)[]): string | null =>
  NEEDS_ATTENTION.find((reason) => reasons.includes(reason)) ?? reasons[0] ?? null;
