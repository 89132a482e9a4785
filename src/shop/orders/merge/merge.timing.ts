import { GIVEN_UP, claimsMoney, impliesPaid, mayFollow, rankOf } from './payment-status.js';
import type { Candidate, HeldFacts, KnownTransaction, TransactionFacts, Verdict } from './merge.types.js';

/** Zone-less times repeat an hour when summer time ends, so "older" within this span may still be newer (design §7). */
const AMBIGUOUS_HOURS_MS = 2 * 60 * 60 * 1000;

const hold = (reason: string): Verdict => ({ kind: 'hold', reason });
const OLDER: Verdict = { kind: 'stale', reason: 'older' };

/** When it was changed at the service, epoch milliseconds; what does not say so is older than all that does. */
export const modifiedOf = ({ modifiedAt }: Pick<TransactionFacts, 'modifiedAt'>): number => modifiedAt ?? 0;

const stepBetween = (known: TransactionFacts, seen: TransactionFacts): number =>
  Math.sign(rankOf(seen.status) - rankOf(known.status));

/** What was written down with a time that has not come yet. */
interface Aged {
  readonly known: TransactionFacts;
  readonly seen: TransactionFacts;
  readonly seenAt: number;
}

/**
 * Below, at or above zero: seen to be older, of the same second, newer. A time beats no time. One that has not come yet
 * puts nothing in order that is told meanwhile: by it a refund of today would be older than the payment of tomorrow.
 */
const ageBetween = ({ known, seen, seenAt }: Aged): number => {
  const [before, after] = [modifiedOf(known), modifiedOf(seen)];
  return before > seenAt && after <= seenAt ? 0 : Math.sign(after - before);
};

/** Money that is not known of; it is never passed over, however old (scenario L3). */
const isNewMoney = (known: KnownTransaction, seen: TransactionFacts): boolean =>
  impliesPaid(seen.status) && !known.paid;

/**
 * Can a message about a transaction be taken for the newest word on it? Put in order by `modified`, within one second
 * by what may follow upon what (protocol §4.2).
 */
export function decideMessage(known: KnownTransaction, candidate: Candidate): Verdict | null {
  const { facts } = known;
  const { facts: seen, seenAt } = candidate;
  if (seen.modifiedAt === null && facts.modifiedAt !== null) return hold('no-modified-time');
  const age = ageBetween({ known: facts, seen, seenAt });
  if (age < 0) return olderMessage(known, seen);
  // A void that a chargeback explains is a void all the same: of a payment that is known, the API has to confirm it.
  if (known.paid && candidate.isTakenBack && facts.status !== 'chargedback') return hold('would-undo-payment');
  if (age > 0) return confirmed(known, seen);
  if (isRisen(facts, seen)) return hold('same-second');
  return seen.status === facts.status ? sameStatusAtOnce(known, seen) : changeAtOnce(known, seen);
}

/** A step back so soon after a payment may be the older word, written in the hour that repeats. */
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

/** Of two changes in one second the graph tells which came first, where it allows only one way. */
function changeAtOnce(known: KnownTransaction, seen: TransactionFacts): Verdict | null {
  const isForward = mayFollow(known.facts.status, seen.status);
  const isBackward = mayFollow(seen.status, known.facts.status);
  if (isForward && isDisputed(known.facts, seen)) return hold('same-second');
  if (isForward && !isBackward) return confirmed(known, seen);
  // Of before the refund, or of after it was called off.
  if (isBackward && seen.amountRefunded < known.facts.amountRefunded) return hold('refund-shrank');
  return isBackward && !isForward && !isNewMoney(known, seen) ? OLDER : hold('same-second');
}

/** Only the API may take back what is known: a payment, a refunded amount, an end that was final. */
function confirmed(known: KnownTransaction, seen: TransactionFacts): Verdict | null {
  const { status, amountRefunded } = known.facts;
  if (known.paid && !impliesPaid(seen.status)) return hold('would-undo-payment');
  if (seen.amountRefunded < amountRefunded) return hold('refund-shrank');
  if (GIVEN_UP.has(status) && claimsMoney(seen.status)) return hold('paid-after-end');
  if (isTakenBackSoon(known.facts, seen)) return hold('newer-but-back');
  return seen.status === status || mayFollow(status, seen.status) ? null : hold('unusual-change');
}

/** An answer may be as old as its read, and as a copy of the service that lags behind when it was read. */
export interface Trust {
  /** By how much a copy may lag, in milliseconds. */
  readonly readLagMs: number;
  /** When the order was last changed, epoch milliseconds: for what was not dated itself. */
  readonly changedAt: number;
}

/** Asks once more, with a read that begins when every copy knows of what is known here; null when this one did. */
function unlessSettled(since: number, { readAt }: Candidate, { readLagMs }: Trust): Verdict | null {
  const notBefore = since + readLagMs;
  if (readAt === null || readAt >= notBefore) return null;
  return { kind: 'ask', reason: readAt < since ? 'read-before-change' : 'read-too-soon', notBefore };
}

const relatedOf = ({ related }: TransactionFacts): number => related ?? 0;

/**
 * More was given back; or that was called off since, in the second in which it was accepted, and this is of before. The row
 * of a refund that was called off stays, or is gone.
 */
const isRisen = (known: TransactionFacts, seen: TransactionFacts): boolean =>
  seen.amountRefunded > known.amountRefunded &&
  (modifiedOf(seen) === modifiedOf(known) || (relatedOf(known) > 0 && relatedOf(seen) <= relatedOf(known)));

/**
 * It speaks of a dispute where the money is there. One that was won within its second leaves what a dispute may follow upon:
 * the word of its beginning, coming late, would be a second one.
 */
const isDisputed = (known: TransactionFacts, seen: TransactionFacts): boolean =>
  seen.status === 'chargedback' && known.status !== 'chargedback' && impliesPaid(known.status);

/** Does it lack something that is known? Of two that may follow upon each other neither is the later one for certain. */
function takesBack(known: TransactionFacts, seen: TransactionFacts): boolean {
  const step = stepBetween(known, seen);
  const isOther = step === 0 && seen.status !== known.status;
  const isFewer = seen.amountRefunded < known.amountRefunded || relatedOf(seen) < relatedOf(known);
  const isLess = step < 0 || isFewer || isRisen(known, seen) || isDisputed(known, seen);
  return isLess || (isOther && mayFollow(seen.status, known.status));
}

/**
 * Can an answer of the API be taken for the newest word on a transaction? One of the same second that takes something
 * back, or one without a time, may come from a copy that lags behind (design §7).
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
 * Does an answer pass over what a message has said within its second? Then it is of before, or what the message told of
 * was undone at once: a read that begins later tells.
 */
export function decideBeside({ facts: held, recordedAt }: HeldFacts, seen: Candidate, trust: Trust): Verdict | null {
  const { facts, seenAt } = seen;
  const isUntimed = held.modifiedAt === null || seen.modifiedAt === null;
  const age = isUntimed ? 0 : ageBetween({ known: held, seen: facts, seenAt });
  const settled = unlessSettled(recordedAt ?? trust.changedAt, seen, trust);
  // The same facts of an earlier time are no answer to a message that says they hold again.
  if (held.fingerprint === facts.fingerprint) return age < 0 ? settled : null;
  if (age < 0) return { kind: 'ask', reason: 'older-than-message' };
  return age > 0 ? null : settled;
}

/**
 * A copy that lags behind has caught up by then: what the API still says so long after the last change is the newer word,
 * written in the hour that repeats.
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

/** A total order, so that the newest of several is the same in whatever order they are looked at. */
export const compareFacts = (a: TransactionFacts, b: TransactionFacts): number => compareKeys(sortKey(a), sortKey(b));

/** Whether one can only have come before the other, of two of one second (protocol §4.2). */
const isBefore = (a: TransactionFacts, b: TransactionFacts): boolean =>
  a.modifiedAt === b.modifiedAt && mayFollow(a.status, b.status) && !mayFollow(b.status, a.status);

/** The newer of two. */
export const newestOf = (a: TransactionFacts, b: TransactionFacts): TransactionFacts => {
  if (isBefore(a, b)) return b;
  return isBefore(b, a) || compareFacts(a, b) >= 0 ? a : b;
};
