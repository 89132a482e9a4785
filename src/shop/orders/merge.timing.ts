import { GIVEN_UP, claimsMoney, impliesPaid, mayFollow, rankOf } from './payment-status.js';
import type { Candidate, KnownTransaction, TransactionFacts, Verdict } from './merge.types.js';

/** Zone-less times repeat an hour when summer time ends, so "older" within this span may still be newer (design §7). */
const AMBIGUOUS_HOURS_MS = 2 * 60 * 60 * 1000;

const hold = (reason: string): Verdict => ({ kind: 'hold', reason });
const OLDER: Verdict = { kind: 'stale', reason: 'older' };

const stepBetween = (known: TransactionFacts, seen: TransactionFacts): number =>
  Math.sign(rankOf(seen.status) - rankOf(known.status));

/** Below, at or above zero: seen to be older, of the same second, newer. A time beats no time. */
const ageBetween = (known: TransactionFacts, seen: TransactionFacts): number =>
  Math.sign((seen.modifiedAt ?? 0) - (known.modifiedAt ?? 0));

/** Money that is not known of; it is never passed over, however old (scenario L3). */
const isNewMoney = (known: KnownTransaction, seen: TransactionFacts): boolean =>
  impliesPaid(seen.status) && !known.paid;

/**
 * Can a message about a transaction be taken for the newest word on it? Put in order by `modified`, within one second
 * by what may follow upon what (protocol §4.2).
 */
export function judgeMessage(known: KnownTransaction, { facts: seen }: Candidate): Verdict | null {
  const { facts } = known;
  if (seen.modifiedAt === null && facts.modifiedAt !== null) return hold('no-modified-time');
  const age = ageBetween(facts, seen);
  if (age < 0) return olderMessage(known, seen);
  if (age > 0) return confirmed(known, seen);
  return seen.status === facts.status ? sameStatusAtOnce(known, seen) : changeAtOnce(known, seen);
}

/** A step back so soon after a payment may be the older word, written in the hour that repeats. */
function isTakenBackSoon(known: TransactionFacts, seen: TransactionFacts): boolean {
  const isBack = impliesPaid(known.status) && stepBetween(known, seen) < 0;
  const gap = (seen.modifiedAt ?? 0) - (known.modifiedAt ?? 0);
  return isBack && mayFollow(seen.status, known.status) && gap > 0 && gap <= AMBIGUOUS_HOURS_MS;
}

function olderMessage(known: KnownTransaction, seen: TransactionFacts): Verdict {
  if (stepBetween(known.facts, seen) <= 0) return OLDER;
  const isAmbiguous = (known.facts.modifiedAt ?? 0) - (seen.modifiedAt ?? 0) <= AMBIGUOUS_HOURS_MS;
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
  if (isForward && !isBackward) return confirmed(known, seen);
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

/**
 * Can an answer of the API be taken for the newest word on a transaction? One that was asked for before the last change
 * was known may be of the time before it.
 */
export function judgeAnswer(known: KnownTransaction, seen: Candidate, changedAt: number): Verdict | null {
  const { facts } = known;
  const isEarlier = seen.readAt !== null && seen.readAt < changedAt;
  const unlessEarlier: Verdict | null = isEarlier ? { kind: 'ask', reason: 'read-before-change' } : null;
  const step = stepBetween(facts, seen.facts);
  if (facts.modifiedAt === null || seen.modifiedAt === null) return step < 0 ? unlessEarlier : null;
  const age = ageBetween(facts, seen.facts);
  if (age < 0 && step <= 0) return isStillSaid(facts, seen, changedAt) ? null : OLDER;
  if (age < 0) return unlessEarlier;
  return age > 0 || step > 0 || seen.facts.status === facts.status ? null : unlessEarlier;
}

/**
 * A copy that lags behind has caught up by then: what the API still says so long after the last change is the newer word,
 * written in the hour that repeats.
 */
function isStillSaid(known: TransactionFacts, { facts: seen, readAt }: Candidate, changedAt: number): boolean {
  const gap = (known.modifiedAt ?? 0) - (seen.modifiedAt ?? 0);
  return readAt !== null && readAt - changedAt > AMBIGUOUS_HOURS_MS && gap <= AMBIGUOUS_HOURS_MS;
}

type SortKey = readonly (number | string)[];

const sortKey = (facts: TransactionFacts): SortKey => [
  facts.modifiedAt ?? 0,
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

/** The newer of two. */
export const newestOf = (a: TransactionFacts, b: TransactionFacts): TransactionFacts =>
  compareFacts(a, b) >= 0 ? a : b;
