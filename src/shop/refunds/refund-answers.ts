import { lanePauseMs, notSentDelayMs, readDelayMs } from '../refund-rules/index.js';
import type {
  RefundAnswer,
  RefundCommand,
  RefundFacts,
  RefundReason,
  RefundState,
  RefundStep,
} from './refund-protocol.types.js';
import { seen, type Moment } from './refund-transitions.js';

const NONE: readonly RefundCommand[] = [];
const KNOWN_OR_ASKED: ReadonlySet<RefundState> = new Set(['accepted', 'settled', 'manual']);

/** Nothing of the sending under way came to the service: as it was before, except that others still count from then. */
export function unsent(facts: RefundFacts): RefundFacts {
  const attempts = facts.attempts - 1;
  const since = attempts === 0 ? null : facts.lastSentAt;
  return { ...facts, state: 'queued', attempts, lastSentAt: since, arrivedBy: since };
}

/** What each answer to the sending under way means (spec §7). */
const ANSWERS: {
  readonly [Outcome in RefundAnswer['outcome']]: (
    facts: RefundFacts,
    answer: Extract<RefundAnswer, { outcome: Outcome }>,
    moment: Moment,
  ) => RefundStep;
} = {
  accepted: (facts, { serviceRefundId }, moment) =>
    seen(facts, { status: 'reserved', serviceRefundId, at: moment.now }, moment),
  untold: (facts, { serviceRefundId }, moment) => ({
    facts: {
      ...toUnknown(facts, 'untold' satisfies RefundReason, moment),
      serviceRefundId: serviceRefundId ?? facts.serviceRefundId,
    },
    commands: [{ type: 'alert', reason: 'untold' satisfies RefundReason }],
  }),
  rejected: (facts, { code, retryable }, moment) =>
    retryable
      ? refused(facts, code, moment)
      : {
          facts: { ...facts, state: 'rejected', arrivedBy: moment.now, failures: 0, reason: code },
          commands: [{ type: 'tell', kind: 'rejected' }],
        },
  'not-sent': (facts, { code }, { now, rules }) => {
    const failures = facts.failures + 1;
    const notBefore = now + notSentDelayMs(rules, failures);
    const pause: RefundCommand = { type: 'pause-lane', forMs: rules.notSentPauseMs, reason: code };
    const commands: RefundCommand[] =
      failures === rules.alertAfterFailures ? [pause, { type: 'alert', reason: 'failing' }] : [pause];
    return { facts: { ...unsent(facts), failures, notBefore, reason: code }, commands };
  },
  unknown: (facts, { code, retryAfterMs }, moment) => {
    const forMs = Math.min(retryAfterMs ?? 0, moment.rules.lanePauseCapMs);
    return {
      facts: toUnknown(facts, code, moment),
      commands: forMs > 0 ? [{ type: 'pause-lane', forMs, reason: code }] : NONE,
    };
  },
};

/** Refused because of the settings of the group: whatever it sends is, until a person has seen to it. */
function refused(facts: RefundFacts, code: string, { now, rules }: Moment): RefundStep {
  const failures = facts.failures + 1;
  const forMs = lanePauseMs(rules, failures);
  return {
    facts: { ...unsent(facts), failures, notBefore: now + forMs, reason: code },
    commands: [
      { type: 'pause-lane', forMs, reason: code },
      { type: 'alert', reason: code },
    ],
  };
}

/** Nobody knows whether the service has it: the first look follows soon. */
export function toUnknown(facts: RefundFacts, reason: string, { now, rules }: Moment): RefundFacts {
  const nextReadAt = now + readDelayMs(rules, 0, 0);
  return { ...facts, state: 'unknown', failures: 0, nextReadAt, unknownSince: now, reason };
}

/** The sending under way was answered, or broke off. */
export const answered = (facts: RefundFacts, answer: RefundAnswer, moment: Moment): RefundStep =>
  (ANSWERS[answer.outcome] as (facts: RefundFacts, answer: RefundAnswer, moment: Moment) => RefundStep)(
    facts,
    answer,
    moment,
  );

/** Of the answers to a sending that was given up already, only "accepted" is worth anything: it can be of no other refund. */
export function answeredLate(facts: RefundFacts, answer: RefundAnswer, moment: Moment): RefundStep {
  if (answer.outcome === 'accepted') return ANSWERS.accepted(facts, answer, moment);
  if (answer.outcome !== 'untold') return { ignored: 'an answer to a sending that was given up' };
  return KNOWN_OR_ASKED.has(facts.state)
    ? { ignored: 'it is known, or a person finds it among the evidence' }
    : ANSWERS.untold(facts, answer, moment);
}
