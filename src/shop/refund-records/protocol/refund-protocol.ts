import type { RefundTrigger, RefundFacts, RefundState, RefundStep } from './refund-protocol.types.js';
import { readFollowed, readOver, readQueued, readUnknown } from './refund-reads.js';
import type { LocalErrorCode } from '../../../protocol/errors/index.js';
import { nextFollowAt, type RefundRules } from '../../core/index.js';
import { answered, answeredLate, toUnknown, unread } from './refund-answers.js';
import { blamed, resumed } from './refund-refusals.js';
import { ended, isDispute, seen, unsent, waitsFor, type Moment } from './refund-transitions.js';

type EventType = RefundTrigger['type'];
type EventOf<Type extends EventType> = Extract<RefundTrigger, { type: Type }>;
type Handler<Type extends EventType> = (facts: RefundFacts, event: EventOf<Type>, moment: Moment) => RefundStep;
/** The effect of each event in one state; a text says why it has none. */
type Row = { readonly [Type in EventType]: Handler<Type> | string };

/**
 * The quiet protocol of design §8: how one refund changes with an event. Pure: no clock, no randomness.
 *
 * Its guarantee, for any events in any sequence: after a request that may have reached the service, nothing is sent before
 * the quiet time is over and enough reads, far enough apart, found no trace; or before a person has decided so, and even then
 * not within the quiet time. Not more often than `maxAttempts` without such a decision, apart from requests that met an outage
 * or an account that paid nothing out.
 *
 * @param facts - all that is known; {@link NEW_REFUND} at first
 * @param event - what happened
 * @param now - epoch milliseconds
 * @param rules - see {@link RefundRules}
 * @returns the new facts, to be stored by compare-and-set before the commands are executed; or why nothing changes
 * @example
 * const onSlot = (facts: RefundFacts, rules: RefundRules) => stepRefund(facts, { type: 'slot' }, 1_753_953_275_000, rules);
 */
export function stepRefund(facts: RefundFacts, event: RefundTrigger, now: number, rules: RefundRules): RefundStep {
  const entry = PROTOCOL[facts.state][event.type];
  if (typeof entry === 'string') return { ignored: entry };
  return (entry as Handler<EventType>)(facts, event, { now, rules });
}

const takeSlot: Handler<'slot'> = (facts, _event, { now }) => {
  if (now < facts.notBefore) return { ignored: 'it is too early' };
  const next: RefundFacts = {
    ...facts,
    state: 'sending',
    attempts: facts.attempts + 1,
    lastSentAt: now,
    arrivedBy: null,
    reads: 0,
    nextReadAt: null,
    cleanReads: 0,
    lastCleanReadAt: null,
    unknownSince: null,
    reason: waitsFor(facts, null),
  };
  return { facts: next, commands: [] };
};

const lost: Handler<'lost'> = (facts, _event, moment) => ({ facts: toUnknown(facts, 'lost', moment), commands: [] });
const withheld: Handler<'withheld'> = (facts) => ({ facts: unsent(facts), commands: [] });

/** Nothing is sent. Earlier requests that were proved absent are read again, as after any rejection. */
const uncovered: Handler<'uncovered'> = (facts, _event, moment) => ({
  facts: ended(
    facts,
    { state: 'rejected', reason: 'REFUND_EXCEEDS_REMAINING' satisfies LocalErrorCode, known: 0 },
    moment,
  ),
  commands: [{ type: 'notify', kind: 'rejected' }],
});

/** If it was accepted, the service has cancelled that one request; if it waited to be sent, earlier requests are open. */
const cancelled: Handler<'cancelled'> = (facts, _event, moment) => ({
  facts: ended(facts, { state: 'cancelled', reason: 'cancelled', known: facts.state === 'accepted' ? 1 : 0 }, moment),
  commands: [],
});

/**
 * From now on it is read as if it had just been accepted: its cancellation may be carried out late, without a message, or it
 * was taken for another's until now, whose end is not waited for.
 */
const followed: Handler<'followed'> = (facts, _event, { now, rules }) => ({
  facts: { ...facts, reads: 0, nextReadAt: nextFollowAt(rules, 0, now) },
  commands: [],
});

const decided: Handler<'decided'> = (facts, { verdict, serviceRefundId }, { now, rules }) => {
  const common = {
    ...facts,
    reason: 'decided',
    reads: 0,
    failures: 0,
    refusals: 0,
    refusedAt: null,
    unknownSince: null,
  };
  if (verdict === 'paid') {
    const nextReadAt = nextFollowAt(rules, 0, now);
    return {
      facts: { ...common, state: 'accepted', nextReadAt, serviceRefundId: serviceRefundId ?? facts.serviceRefundId },
      commands: [{ type: 'notify', kind: 'accepted' }],
    };
  }
  // A person's decision does not show what is still on its way.
  const notBefore = facts.lastSentAt === null ? 0 : facts.lastSentAt + rules.quietMs;
  return { facts: { ...common, state: 'queued', notBefore, nextReadAt: null }, commands: [] };
};

const reported: Handler<'reported'> = (facts, event, moment) => seen(facts, event, moment);

const unlessDisputed =
  <Type extends EventType>(handler: Handler<Type>): Handler<Type> =>
  (facts, event, moment) =>
    isDispute(facts.reason) ? { ignored: 'a person must look at all that was seen' } : handler(facts, event, moment);

const NOT_SENDING = 'nothing is being sent';
const ANSWER_FIRST = 'its answer, or the loss of it, comes first';
const NOT_MANUAL = 'it does not wait for a person';
const NOT_QUEUED = 'it does not wait to be sent';
const NOT_REFUSED = 'it does not wait after a refusal';
const NOT_ACCEPTED = 'it is not at the service, or its money has left';
const IS_OVER = 'it is over';
const IS_SENT = 'it has been sent';

/** The rows for each state in which it neither waits to be sent nor is being sent. */
const AT_REST = {
  unread: NOT_QUEUED,
  withheld: NOT_SENDING,
  answered: answeredLate,
  blamed: NOT_REFUSED,
  resumed: NOT_REFUSED,
  uncovered: NOT_QUEUED,
  lost: NOT_SENDING,
  reported,
  followed: NOT_ACCEPTED,
  decided: NOT_MANUAL,
} satisfies Partial<Row>;

/** Ended without money leaving: only proof of the contrary counts. */
const OVER: Row = { ...AT_REST, slot: IS_OVER, read: readOver, cancelled: IS_OVER };

/** Every event in every state. */
const PROTOCOL: Readonly<Record<RefundState, Row>> = {
  queued: { ...AT_REST, slot: takeSlot, unread, blamed, resumed, uncovered, read: readQueued, cancelled },
  sending: {
    ...AT_REST,
    slot: 'it is being sent',
    withheld,
    answered,
    lost,
    read: ANSWER_FIRST,
    reported: ANSWER_FIRST,
    cancelled: 'it may be at the service already',
  },
  accepted: { ...AT_REST, slot: IS_SENT, read: readFollowed, cancelled, followed },
  settled: { ...AT_REST, slot: IS_SENT, read: readOver, cancelled: 'the money has left' },
  unknown: {
    ...AT_REST,
    slot: 'it may be at the service already',
    read: readUnknown,
    cancelled: 'nobody knows whether there is anything to cancel',
  },
  manual: {
    ...AT_REST,
    slot: 'a person decides',
    answered: unlessDisputed(answeredLate),
    read: readFollowed,
    reported: unlessDisputed(reported),
    cancelled: 'a person decides whether there is anything to cancel',
    decided,
  },
  rejected: OVER,
  cancelled: OVER,
};
