import type { ReadEvidence, RefundTrigger, RefundFacts, RefundReason, RefundStep } from './refund-protocol.types.js';
import type { LocalErrorCode } from '../../../protocol/errors/index.js';
import { readDelayMs } from '../../core/index.js';
import {
  followed,
  followedEnding,
  isDispute,
  missed,
  missedEnding,
  seen,
  toManual,
  type Moment,
} from './refund-transitions.js';
import { refusedWithOthers } from './refund-refusals.js';

type ReadEvent = Extract<RefundTrigger, { type: 'read' }>;
type Found = Extract<ReadEvidence, { kind: 'found' }>;

/** A clock that was put back must not make a read younger than it is. */
const beginOf = ({ startedAt }: ReadEvent, { now }: Moment): number => Math.min(startedAt, now);

/** The read saw every refund of the order: its match counts, even if another id was known before. */
function found(facts: RefundFacts, { status, serviceRefundId }: Found, moment: Moment): RefundStep {
  const isOther = serviceRefundId !== null && facts.serviceRefundId !== serviceRefundId;
  const known = isOther ? { ...facts, serviceRefundId: null } : facts;
  return seen(known, { status, serviceRefundId, at: moment.now }, moment);
}

/** A read of an unknown refund: the core of the protocol. */
export function readUnknown(facts: RefundFacts, event: ReadEvent, moment: Moment): RefundStep {
  const { evidence } = event;
  if (evidence.kind === 'found') return found(facts, evidence, moment);
  if (evidence.kind === 'conflict') return toManual(facts, evidence.why, moment);
  const counted = evidence.kind === 'absent' ? countClean(facts, beginOf(event, moment), moment) : facts;
  if (counted.cleanReads >= moment.rules.cleanReads) return sendAgain(counted, event, moment);
  const isTooLong = moment.now - (facts.unknownSince ?? moment.now) >= moment.rules.unresolvedMs;
  if (isTooLong) return toManual(counted, 'unresolved', moment);
  const reads = facts.reads + 1;
  const isDelayed = evidence.kind === 'failed';
  return {
    facts: { ...counted, reads, nextReadAt: nextReadAt({ ...counted, reads }, isDelayed, moment) },
    commands: [],
  };
}

const quietUntil = ({ lastSentAt }: RefundFacts, { now, rules }: Moment): number => (lastSentAt ?? now) + rules.quietMs;

/** A read without a trace proves something only after the quiet time, and not too soon after the one before. */
function countClean(facts: RefundFacts, begun: number, moment: Moment): RefundFacts {
  const { lastCleanReadAt, cleanReads } = facts;
  if (begun < quietUntil(facts, moment)) return facts;
  if (lastCleanReadAt !== null && begun < lastCleanReadAt + moment.rules.cleanReadGapMs) return facts;
  return { ...facts, cleanReads: cleanReads + 1, lastCleanReadAt: begun };
}

/** It is proved that it never arrived. */
function sendAgain(facts: RefundFacts, { others, laneRefusals = 0 }: ReadEvent, moment: Moment): RefundStep {
  // The service has said that it has the refund: then the reads are wrong, not that answer.
  if (facts.reason === ('untold' satisfies RefundReason)) return toManual(facts, 'untold', moment);
  const { maxAttempts, maxOutages, alertAfterFailures } = moment.rules;
  const isOutage = others !== undefined || facts.reason === ('SERVICE_UNAVAILABLE' satisfies LocalErrorCode);
  const outages = facts.outages + (isOutage ? 1 : 0);
  if (facts.attempts - outages >= maxAttempts) return toManual({ ...facts, outages }, 'exhausted', moment);
  if (isOutage && outages >= maxOutages) return toManual({ ...facts, outages }, others ? 'refused' : 'failing', moment);
  const arrivedBy = quietUntil(facts, moment);
  const next: RefundFacts = {
    ...facts,
    state: 'queued',
    outages,
    arrivedBy,
    // Already in the past; it matters when the clock is put back.
    notBefore: arrivedBy,
    nextReadAt: null,
    unknownSince: null,
  };
  if (others) return refusedWithOthers(next, { others, laneRefusals }, moment);
  const isLong = isOutage && outages === alertAfterFailures;
  return { facts: next, commands: isLong ? [{ type: 'alert', reason: 'failing' satisfies RefundReason }] : [] };
}

/** By the schedule at first; sooner if a read can prove something sooner. */
function nextReadAt(facts: RefundFacts, isDelayed: boolean, moment: Moment): number {
  const { now, rules } = moment;
  const quiet = quietUntil(facts, moment);
  const planned = now + readDelayMs(rules, facts.reads, spreadOf(facts));
  if (now < quiet) return Math.min(planned, quiet);
  if (isDelayed) return planned;
  return Math.max(now, facts.lastCleanReadAt === null ? now : facts.lastCleanReadAt + rules.cleanReadGapMs);
}

const HASH = 0x9e3779b1;
const RANGE = 2 ** 32;

/** 0 to 1, different for refunds sent at different times: a spread without randomness, so that every run can be repeated. */
const spreadOf = ({ lastSentAt, reads }: RefundFacts): number =>
  (Math.imul(((lastSentAt ?? 0) + reads) % RANGE, HASH) >>> 0) / RANGE;

/**
 * A read of a refund that waits to be sent: the last chance not to send one that exists. It may exist though this process
 * never sent it, where the database is an older state of itself; or a person has made the same refund meanwhile.
 */
export function readQueued(facts: RefundFacts, { evidence }: ReadEvent, moment: Moment): RefundStep {
  if (evidence.kind === 'found') return found(facts, evidence, moment);
  if (evidence.kind === 'conflict' && isDispute(evidence.why)) return toManual(facts, evidence.why, moment);
  const isLikely = evidence.kind === 'conflict' || (evidence.kind === 'failed' && LIKENESS.has(evidence.code));
  // A person has decided about this one already, and must not be asked again.
  if (isLikely && facts.reason !== ('decided' satisfies RefundReason)) return toManual(facts, 'ambiguous', moment);
  return { ignored: 'it waits to be sent, and nothing speaks against it' };
}

/** The answers of {@link matchRefund} for a waiting refund with a similar one at the service. */
const LIKENESS: ReadonlySet<string> = new Set(['TAGS_NOT_KNOWN', 'REFUNDED_UNEXPLAINED']);

type Follow = (facts: RefundFacts, startedAt: number, moment: Moment) => RefundStep;

/**
 * What a read of a followed refund shows, and when the next read is. A due read counts even if it shows nothing new:
 * otherwise the refund stays due, and is read without end.
 */
function follow(
  facts: RefundFacts,
  event: ReadEvent,
  moment: Moment,
  [onRead, onFailure]: [Follow, Follow],
): RefundStep {
  const { evidence } = event;
  const shown = evidence.kind === 'found' ? found(facts, evidence, moment) : disputed(facts, evidence);
  const known = 'facts' in shown ? shown : { facts, commands: [] };
  if (known.facts.state !== facts.state) return shown;
  const planned = (evidence.kind === 'failed' ? onFailure : onRead)(known.facts, beginOf(event, moment), moment);
  if ('ignored' in planned) return shown;
  return { facts: planned.facts, commands: [...known.commands, ...planned.commands] };
}

/** Follows an accepted refund until the money has left. A `manual` refund may be found as well; it is not sent again. */
export const readFollowed = (facts: RefundFacts, event: ReadEvent, moment: Moment): RefundStep =>
  follow(facts, event, moment, [followed, missed]);

/** Reads a finished refund: only money that moved, or came back, changes it. */
export function readOver(facts: RefundFacts, event: ReadEvent, moment: Moment): RefundStep {
  const { evidence } = event;
  if (evidence.kind === 'conflict' && isDispute(evidence.why) && facts.state !== 'settled') {
    return toManual(facts, evidence.why, moment);
  }
  return follow(facts, event, moment, [followedEnding, missedEnding]);
}

/** More own refunds than there should be: reported once. */
function disputed(facts: RefundFacts, evidence: ReadEvidence): RefundStep {
  if (evidence.kind !== 'conflict' || !isDispute(evidence.why)) return { ignored: 'nothing new' };
  if (facts.reason === evidence.why) return { ignored: 'known, and told' };
  return { facts: { ...facts, reason: evidence.why }, commands: [{ type: 'alert', reason: evidence.why }] };
}
