import {
  BOOKED_STATES,
  type RefundCommand,
  type RefundFacts,
  type RefundReason,
  type RefundState,
  type RefundStep,
  type SeenStatus,
  UNPAID_STATES,
} from './refund-protocol.types.js';
import { nextFollowAt, type RefundRules } from '../../core/index.js';

/** The time of an event, and the rules. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rules: RefundRules;
}

/** A refund as the service shows it, and when it was seen. */
export interface ReportedRefund {
  readonly status: SeenStatus;
  readonly serviceRefundId: string | null;
  readonly at: number;
}

/** The shop's state for a refund with this status at the service. */
export const STATE_OF: Readonly<Record<SeenStatus, RefundState>> = {
  reserved: 'accepted',
  completed: 'settled',
  declined: 'rejected',
  void: 'cancelled',
};

const NOTIFY_ACCEPTED: RefundCommand = { type: 'notify', kind: 'accepted' };
const NOTIFY_SETTLED: RefundCommand = { type: 'notify', kind: 'settled' };
const NOTIFY_REJECTED: RefundCommand = { type: 'notify', kind: 'rejected' };
const NOTIFY_MANUAL: RefundCommand = { type: 'notify', kind: 'manual' };
const alert = (reason: RefundReason): RefundCommand => ({ type: 'alert', reason });
const isLive = (status: SeenStatus): boolean => status === 'reserved' || status === 'completed';

/** Whether more own refunds were seen than there should be: no single report settles that. */
export const isDispute = (reason: string | null): boolean => reason === 'twice' || reason === 'other-amount';

/** The service's state of a refund counts, unless it is older than the known state. */
export function seen(facts: RefundFacts, reported: ReportedRefund, { now, rules }: Moment): RefundStep {
  const { state, serviceRefundId: known } = facts;
  const isOther = known !== null && reported.serviceRefundId !== null && known !== reported.serviceRefundId;
  if (isOther && BOOKED_STATES.has(state)) return seenTwice(facts, reported);
  const target = STATE_OF[reported.status];
  if (isChange(facts, target, isOther)) {
    const next = landed(facts, reported, now);
    return MOVES[reported.status](facts, next, { now, rules });
  }
  return learnId(facts, reported);
}

function isChange({ state, serviceRefundId }: RefundFacts, target: RefundState, isOther: boolean): boolean {
  if (state === target || (state === 'settled' && target === 'accepted')) return false;
  if (!UNPAID_STATES.has(state)) return true;
  // For a finished refund only money that moves counts; "reserved" was its state before the end.
  const isKnown = target === 'accepted' && serviceRefundId !== null && !isOther;
  return !UNPAID_STATES.has(target) && !isKnown;
}

/** It has arrived at the service, at the latest when it was seen there. */
function landed(facts: RefundFacts, reported: ReportedRefund, now: number): RefundFacts {
  const earliest = Math.max(facts.arrivedBy ?? 0, facts.lastSentAt ?? 0);
  const arrivedBy = BOOKED_STATES.has(facts.state) ? facts.arrivedBy : Math.max(earliest, Math.min(reported.at, now));
  const serviceRefundId = reported.serviceRefundId ?? facts.serviceRefundId;
  return {
    ...facts,
    arrivedBy,
    serviceRefundId,
    failures: 0,
    refusals: 0,
    refusedAt: null,
    reads: 0,
    nextReadAt: null,
    unknownSince: null,
  };
}

type Move = (before: RefundFacts, next: RefundFacts, moment: Moment) => RefundStep;

const MOVES: Readonly<Record<SeenStatus, Move>> = {
  reserved: (before, next, { now, rules }) => ({
    facts: { ...next, state: 'accepted', reason: noteOn(before), nextReadAt: nextFollowAt(rules, 0, now) },
    commands: [NOTIFY_ACCEPTED, ...surprises(before)],
  }),
  completed: (before, next) => ({
    facts: { ...next, state: 'settled', reason: noteOn(before) },
    commands: [...(BOOKED_STATES.has(before.state) ? [] : [NOTIFY_ACCEPTED]), NOTIFY_SETTLED, ...surprises(before)],
  }),
  declined: (_before, next, moment) => ({
    facts: ended(next, { state: 'rejected', reason: 'declined' satisfies RefundReason, known: 1 }, moment),
    commands: [NOTIFY_REJECTED, alert('declined')],
  }),
  void: (_before, next, moment) => ({
    facts: ended(next, { state: 'cancelled', reason: 'void' satisfies RefundReason, known: 1 }, moment),
    commands: [],
  }),
};

/** Why it is unexpected at the service; null when it is not. */
function surpriseIn({ state, attempts }: RefundFacts): 'revived' | 'unsent' | null {
  if (UNPAID_STATES.has(state)) return 'revived';
  return state === 'queued' && attempts === 0 ? 'unsent' : null;
}

/** A dispute about a refund that stands is not over when the refund is paid out. */
const noteOn = (before: RefundFacts): string | null =>
  BOOKED_STATES.has(before.state) && isDispute(before.reason) ? before.reason : surpriseIn(before);

function surprises(before: RefundFacts): readonly RefundCommand[] {
  const surprise = surpriseIn(before);
  return surprise === null ? [] : [alert(surprise)];
}

/** A second own refund, while the first one stands. Reported once. */
function seenTwice(facts: RefundFacts, { status }: ReportedRefund): RefundStep {
  if (!isLive(status)) return { ignored: 'another one of ours, which came to nothing' };
  if (facts.reason === 'twice') return { ignored: 'that it is there twice is known' };
  return { facts: { ...facts, reason: 'twice' satisfies RefundReason }, commands: [alert('twice')] };
}

function learnId(facts: RefundFacts, { serviceRefundId }: ReportedRefund): RefundStep {
  if (facts.serviceRefundId !== null || serviceRefundId === null) return { ignored: 'nothing new' };
  return { facts: { ...facts, serviceRefundId }, commands: [] };
}

/** Why it waits. What a person decided outlives a request that came to nothing; else the person would be asked again. */
export const waitsFor = ({ reason }: RefundFacts, code: string | null): string | null =>
  reason === ('decided' satisfies RefundReason) ? reason : code;

/** Nothing of the request in progress reached the service: the former state, except that equal amounts still count from then. */
export function unsent(facts: RefundFacts): RefundFacts {
  const attempts = facts.attempts - 1;
  const since = attempts === 0 ? null : facts.lastSentAt;
  return { ...facts, state: 'queued', attempts, lastSentAt: since, arrivedBy: since };
}

/** When it may be sent after a delay: never before the quiet time of its last request, even if the clock was put back. */
export const later = ({ notBefore }: RefundFacts, at: number): number => Math.max(notBefore, at);

/** How a refund ends without money leaving, and for how many requests the outcome is known. */
interface Ending {
  readonly state: 'rejected' | 'cancelled';
  readonly reason: string;
  /** 1 when the service's report about a request ends it; 0 when no outcome is known. */
  readonly known: 0 | 1;
}

/**
 * It ends without money leaving. If it was sent more often than outcomes are known, it is followed for a while: an earlier
 * request may be carried out late, above all when the end of another one has made room for it.
 */
export function ended(facts: RefundFacts, { state, reason, known }: Ending, { now, rules }: Moment): RefundFacts {
  const nextReadAt = facts.attempts > known ? nextFollowAt(rules, 0, now) : null;
  const arrivedBy = facts.attempts === 0 ? facts.arrivedBy : now;
  return { ...facts, state, reason, arrivedBy, nextReadAt, failures: 0, refusals: 0, refusedAt: null, reads: 0 };
}

/** How long a finished refund is read again. */
const ENDING_FOLLOWED_MS = 3 * 86_400_000;

/** A read of a finished refund showed nothing: the next one comes later, for three days after its end. */
export function followedEnding(facts: RefundFacts, startedAt: number, { now, rules }: Moment): RefundStep {
  const { nextReadAt, arrivedBy } = facts;
  if (nextReadAt === null || startedAt < nextReadAt) return { ignored: 'nothing new' };
  const end = (arrivedBy ?? 0) + ENDING_FOLLOWED_MS;
  const reads = facts.reads + 1;
  const last = rules.followDelaysMs.length - 1;
  const planned = nextFollowAt(rules, Math.min(reads, last), now) ?? end;
  return { facts: { ...facts, reads, nextReadAt: startedAt < end ? Math.min(planned, end) : null }, commands: [] };
}

/** After a read that failed, which shows nothing: it is repeated soon; null once failed reads count like others. */
function repeatedUntil(end: number, facts: RefundFacts, startedAt: number, { now, rules }: Moment): RefundStep | null {
  const [soon = 0] = rules.followDelaysMs;
  const isDue = facts.nextReadAt !== null && startedAt >= facts.nextReadAt;
  return isDue && now < end ? { facts: { ...facts, nextReadAt: now + soon }, commands: [] } : null;
}

/** A read of a finished refund failed: it is repeated for twice as long as it would be followed. */
export function missedEnding(facts: RefundFacts, startedAt: number, moment: Moment): RefundStep {
  const end = (facts.arrivedBy ?? 0) + 2 * ENDING_FOLLOWED_MS;
  return repeatedUntil(end, facts, startedAt, moment) ?? followedEnding(facts, startedAt, moment);
}

/** A person must decide. After the quiet time, every request has arrived or never will. */
export function toManual(facts: RefundFacts, reason: RefundReason, { now, rules }: Moment): RefundStep {
  const next: RefundFacts = {
    ...facts,
    state: 'manual',
    reason,
    // Where nothing was sent, nothing can arrive.
    arrivedBy: facts.arrivedBy ?? (facts.attempts === 0 ? null : (facts.lastSentAt ?? now) + rules.quietMs),
    reads: 0,
    nextReadAt: nextFollowAt(rules, 0, now),
  };
  return { facts: next, commands: isDispute(reason) ? [NOTIFY_MANUAL, alert(reason)] : [NOTIFY_MANUAL] };
}

/** A read of a followed refund failed: it is repeated for twice as long as it would be followed. */
export function missed(facts: RefundFacts, startedAt: number, moment: Moment): RefundStep {
  const patience = 2 * moment.rules.followDelaysMs.reduce((sum, delay) => sum + delay, 0);
  const end = (facts.arrivedBy ?? -Infinity) + patience;
  return repeatedUntil(end, facts, startedAt, moment) ?? followed(facts, startedAt, moment);
}

/** A read of a followed refund showed nothing: the next one comes later, until the last. */
export function followed(facts: RefundFacts, startedAt: number, { now, rules }: Moment): RefundStep {
  const { nextReadAt, state } = facts;
  // Reads for other reasons do not use up the planned ones.
  if (nextReadAt === null || startedAt < nextReadAt) return { ignored: 'nothing new' };
  const reads = facts.reads + 1;
  const next = { ...facts, reads, nextReadAt: nextFollowAt(rules, reads, now) };
  const isLast = next.nextReadAt === null && state === 'accepted';
  return { facts: next, commands: isLast ? [alert('unsettled')] : [] };
}
