import { GIVEN_UP, claimsMoney, impliesPaid, mayFollow, rankOf } from './payment-status.js';
import type { Candidate, HeldFacts, KnownTransaction, TransactionFacts, Verdict } from './merge.types.js';

/** Zone-less times repeat an hour when summer time ends, so "older" within this span may still be newer (design §7). */
const AMBIGUOUS_HOURS_MS = 2 * 60 * 60 * 1000;

const hold = (reason: string): Verdict => ({ kind: 'hold', reason });
const OLDER: Verdict = { kind: 'stale', reason: 'older' };

/** When the facts changed at the service, epoch milliseconds. Facts without a time count as the oldest. */
export const modifiedOf = ({ modifiedAt }: Pick<TransactionFacts, 'modifiedAt'>): number => modifiedAt ?? 0;

const stepBetween = (known: TransactionFacts, seen: TransactionFacts): number =>
  Math.sign(rankOf(seen.status) - rankOf(known.status));

/** Two facts, and the time of the observation. The known facts may have a time in the future. */
interface Aged {
  readonly known: TransactionFacts;
  readonly seen: TransactionFacts;
  readonly seenAt: number;
}

/**
 * Negative, zero or positive: the seen facts are older, of the same second, or newer. A time beats no time. A time in the
 * future gives no order for facts seen before it: otherwise a refund of today would be older than a payment dated tomorrow.
 */
const ageBetween = ({ known, seen, seenAt }: Aged): number => {
  const [before, after] = [modifiedOf(known), modifiedOf(seen)];
  return before > seenAt && after <= seenAt ? 0 : Math.sign(after - before);
};

/** Money that is not known yet. It is never ignored, for any age (scenario L3). */
const isNewMoney = (known: KnownTransaction, seen: TransactionFacts): boolean =>
  impliesPaid(seen.status) && !known.paid;

/**
 * Decides whether a message about a transaction is the newest report of it: ordered by `modified`, and within one second by
 * the possible sequence of statuses (protocol §4.2).
 */
export function decideMessage(known: KnownTransaction, candidate: Candidate): Verdict | null {
  const { facts } = known;
  const { facts: seen, seenAt } = candidate;
  if (seen.modifiedAt === null && facts.modifiedAt !== null) return hold('no-modified-time');
  const age = ageBetween({ known: facts, seen, seenAt });
  if (age < 0) return olderMessage(known, seen);
  // A void explained by a chargeback or a refund is still a void: for a known payment, the API must confirm it.
  if (known.paid && candidate.isTakenBack && facts.status !== seen.status) return hold('would-undo-payment');
  if (age > 0) return confirmed(known, seen);
  if (isRisen(facts, seen)) return hold('same-second');
  return seen.status === facts.status ? sameStatusAtOnce(known, seen) : changeAtOnce(known, seen);
}

/** A step back so soon after a payment may be the older report, written in the hour that repeats. */
function isTakenBackSoon(known: TransactionFacts, seen: TransactionFacts): boolean {
  const isBack = impliesPaid(known.status) && stepBetween(known, seen) < 0;
  const gap = modifiedOf(seen) - modifiedOf(known);
  return isBack && gap <= AMBIGUOUS_HOURS_MS;
}

function olderMessage(known: KnownTransaction, seen: TransactionFacts): Verdict {
  if (stepBetween(known.facts, seen) <= 0) return OLDER;
  const isAmbiguous = modifiedOf(known.facts) - modifiedOf(seen) <= AMBIGUOUS_HOURS_MS;
  return isAmbiguous || isNewMoney(known, seen) ? hold('older-but-higher') : OLDER;
}

function sameStatusAtOnce(known: KnownTransaction, seen: TransactionFacts): Verdict | null {
  if (seen.amountRefunded === known.facts.amountRefunded) return hold('same-second');
  return confirmed(known, seen);
}

/** Of two changes in one second, the status graph tells which came first if it allows only one sequence. */
function changeAtOnce(known: KnownTransaction, seen: TransactionFacts): Verdict | null {
  const isForward = mayFollow(known.facts.status, seen.status);
  const isBackward = mayFollow(seen.status, known.facts.status);
  if (isForward && isDisputed(known.facts, seen)) return hold('same-second');
  if (isForward && !isBackward) return confirmed(known, seen);
  // The message is from before the refund, or from after it was cancelled.
  if (isBackward && seen.amountRefunded < known.facts.amountRefunded) return hold('refund-shrank');
  return isBackward && !isForward && !isNewMoney(known, seen) ? OLDER : hold('same-second');
}

/** Only the API may take back known facts: a payment, a refunded amount, a final end. */
function confirmed(known: KnownTransaction, seen: TransactionFacts): Verdict | null {
  const { status, amountRefunded } = known.facts;
  if (known.paid && !impliesPaid(seen.status)) return hold('would-undo-payment');
  if (seen.amountRefunded < amountRefunded) return hold('refund-shrank');
  if (GIVEN_UP.has(status) && claimsMoney(seen.status)) return hold('paid-after-end');
  if (isTakenBackSoon(known.facts, seen)) return hold('newer-but-back');
  return seen.status === status || mayFollow(status, seen.status) ? null : hold('unusual-change');
}

/** How far an answer can be trusted: it may be as old as its read, and as a copy of the service that lags behind at the read. */
export interface Trust {
  /** By how much a copy may lag, in milliseconds. */
  readonly readLagMs: number;
  /** When the order was last changed, epoch milliseconds: used for facts without their own time. */
  readonly changedAt: number;
}

/** Asks for one more read that begins when every copy has the known facts; null when this read did. */
function unlessSettled(since: number, { readAt }: Candidate, { readLagMs }: Trust): Verdict | null {
  const notBefore = since + readLagMs;
  if (readAt === null || readAt >= notBefore) return null;
  return { kind: 'ask', reason: readAt < since ? 'read-before-change' : 'read-too-soon', notBefore };
}

const relatedOf = ({ related }: TransactionFacts): number => related ?? 0;

/**
 * More was given back than is known; or that refund was cancelled in the second of its acceptance, and these facts are from
 * before. The row of a cancelled refund stays, or is gone.
 */
const isRisen = (known: TransactionFacts, seen: TransactionFacts): boolean =>
  seen.amountRefunded > known.amountRefunded &&
  (modifiedOf(seen) === modifiedOf(known) || (relatedOf(known) > 0 && relatedOf(seen) <= relatedOf(known)));

/**
 * The facts show a dispute although the money is there. A dispute that was won within its second leaves a status from which a
 * dispute may begin: the late report of its beginning would look like a second one.
 */
const isDisputed = (known: TransactionFacts, seen: TransactionFacts): boolean =>
  seen.status === 'chargedback' && known.status !== 'chargedback' && impliesPaid(known.status);

/** Whether known facts are missing. If each of two statuses may follow the other, neither is certainly later. */
function takesBack(known: TransactionFacts, seen: TransactionFacts): boolean {
  const step = stepBetween(known, seen);
  const isOther = step === 0 && seen.status !== known.status;
  const isFewer = seen.amountRefunded < known.amountRefunded || relatedOf(seen) < relatedOf(known);
  const isLess = step < 0 || isFewer || isRisen(known, seen) || isDisputed(known, seen);
  return isLess || (isOther && mayFollow(seen.status, known.status));
}

/**
 * Decides whether an answer of the API is the newest report of a transaction. An answer of the same second that takes
 * something back, or one without a time, may come from a copy that lags behind (design §7).
 */
export function decideAnswer(known: KnownTransaction, seen: Candidate, trust: Trust): Verdict | null {
  const { facts } = known;
  const age = ageBetween({ known: facts, seen: seen.facts, seenAt: seen.seenAt });
  const settled = unlessSettled(known.recordedAt ?? trust.changedAt, seen, trust);
  if (seen.modifiedAt === null) return settled;
  if (age < 0 && stepBetween(facts, seen.facts) <= 0)
    return isStillReported(facts, seen, trust.changedAt) ? null : OLDER;
  if (age < 0) return settled;
  const isUntimed = age === 0 || facts.modifiedAt === null;
  return isUntimed && takesBack(facts, seen.facts) ? settled : null;
}

/**
 * Decides on an answer that omits what a message said within its second. The answer is from before the message, or the
 * message's change was undone at once: a later read decides.
 */
export function decideBeside({ facts: held, recordedAt }: HeldFacts, seen: Candidate, trust: Trust): Verdict | null {
  const { facts, seenAt } = seen;
  const isUntimed = held.modifiedAt === null || seen.modifiedAt === null;
  const age = isUntimed ? 0 : ageBetween({ known: held, seen: facts, seenAt });
  const settled = unlessSettled(recordedAt ?? trust.changedAt, seen, trust);
  // The same facts with an earlier time do not answer a message that says they hold again.
  if (held.fingerprint === facts.fingerprint) return age < 0 ? settled : null;
  if (age < 0) return { kind: 'ask', reason: 'older-than-message' };
  return age > 0 ? null : settled;
}

/**
 * A lagging copy has caught up by then: what the API still reports so long after the last change is newer, written in the
 * hour that repeats.
 */
function isStillReported(known: TransactionFacts, { facts: seen, readAt }: Candidate, changedAt: number): boolean {
  const gap = modifiedOf(known) - modifiedOf(seen);
  return readAt !== null && readAt - changedAt > AMBIGUOUS_HOURS_MS && gap <= AMBIGUOUS_HOURS_MS;
}

type SortKey = readonly (number | string)[];

const sortKey = (facts: TransactionFacts): SortKey => [
  modifiedOf(facts),
  rankOf(facts.status),
  facts.amountRefunded,
  facts.status,
  facts.financialStatus ?? '',
  facts.fingerprint,
];

/** Below zero when the first sorts before the second, part by part. */
export function compareKeys(a: SortKey, b: SortKey): number {
  for (const [index, part] of a.entries()) {
    if (part !== b[index]) return part < b[index]! ? -1 : 1;
  }
  return 0;
}

/** A total order, so that the newest of several is the same in any sequence of comparison. */
export const compareFacts = (a: TransactionFacts, b: TransactionFacts): number => compareKeys(sortKey(a), sortKey(b));

/** Whether, of two facts of one second, the first can only have come before the second (protocol §4.2). */
const isBefore = (a: TransactionFacts, b: TransactionFacts): boolean =>
  a.modifiedAt === b.modifiedAt && mayFollow(a.status, b.status) && !mayFollow(b.status, a.status);

/** The newer of two. */
export const newestOf = (a: TransactionFacts, b: TransactionFacts): TransactionFacts => {
  if (isBefore(a, b)) return b;
  return isBefore(b, a) || compareFacts(a, b) >= 0 ? a : b;
};
