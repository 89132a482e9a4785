import { notSentDelayMs, readDelayMs } from '../../core/index.js';
import {
  BALANCE_REFUSALS,
  type RefundAnswer,
  type RefundCommand,
  type RefundTrigger,
  type RefundFacts,
  type RefundReason,
  type RefundState,
  type RefundStep,
} from './refund-protocol.types.js';
import { refused, stillUnderfunded } from './refund-refusals.js';
import { ended, later, seen, unsent, waitsFor, type Moment } from './refund-transitions.js';

/** An answer, with what the lane has met before. */
type Answered = RefundAnswer & Pick<Extract<RefundTrigger, { type: 'answered' }>, 'laneRefusals' | 'isBalanceLow'>;

const KNOWN_OR_ASKED: ReadonlySet<RefundState> = new Set(['accepted', 'settled', 'manual']);

/** The meaning of each answer to the request in progress (spec §7). */
const ANSWERS: {
  readonly [Outcome in RefundAnswer['outcome']]: (
    facts: RefundFacts,
    answer: Extract<Answered, { outcome: Outcome }>,
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
  rejected: (facts, answer, moment) =>
    answer.retryable
      ? refused(facts, answer, moment)
      : {
          facts: ended(facts, { state: 'rejected', reason: answer.code, known: 1 }, moment),
          commands: [{ type: 'notify', kind: 'rejected' }],
        },
  'not-sent': (facts, { code }, { now, rules }) => {
    const failures = facts.failures + 1;
    const notBefore = later(facts, now + notSentDelayMs(rules, failures));
    const pause: RefundCommand = { type: 'pause-lane', forMs: rules.notSentPauseMs, reason: code };
    const commands: RefundCommand[] =
      failures === rules.alertAfterFailures ? [pause, { type: 'alert', reason: 'failing' }] : [pause];
    return { facts: { ...unsent(facts), failures, notBefore, reason: waitsFor(facts, code) }, commands };
  },
  unknown: (facts, { code, retryAfterMs, isBalanceLow = false, laneRefusals = 0 }, moment) => {
    if (isBalanceLow && BALANCE_REFUSALS.has(code)) {
      return { facts: toUnknown(facts, code, moment), commands: stillUnderfunded(laneRefusals, moment) };
    }
    const forMs = Math.min(retryAfterMs ?? 0, moment.rules.lanePauseCapMs);
    return {
      facts: toUnknown(facts, code, moment),
      commands: forMs > 0 ? [{ type: 'pause-lane', forMs, reason: code }] : [],
    };
  },
};

/**
 * It is unknown whether the service has it: the first read follows soon. A refund that was refused before stays behind the
 * others if it is sent again: a broken call says nothing about the account.
 */
export function toUnknown(facts: RefundFacts, reason: string, { now, rules }: Moment): RefundFacts {
  const nextReadAt = now + readDelayMs(rules, 0, 0);
  return { ...facts, state: 'unknown', failures: 0, nextReadAt, unknownSince: now, reason };
}

/** The request in progress was answered, or broke off. */
export function answered(facts: RefundFacts, answer: Answered, moment: Moment): RefundStep {
  const handle = ANSWERS[answer.outcome] as (facts: RefundFacts, answer: Answered, moment: Moment) => RefundStep;
  const step = handle(facts, answer, moment);
  const isProbe = (answer.laneRefusals ?? 0) > 0 && (answer.outcome === 'accepted' || answer.outcome === 'untold');
  if ('ignored' in step || !isProbe) return step;
  return { ...step, commands: [...step.commands, { type: 'clear-lane' }] };
}

/**
 * Its order could not be read before sending. The refund waits as after a request that did not leave, but the times of
 * its last sending and of its last proven absence stay: else it would be sent without a read next time.
 */
export function unread(
  facts: RefundFacts,
  { code, isOfAccount, laneRefusals = 0 }: Extract<RefundTrigger, { type: 'unread' }>,
  moment: Moment,
): RefundStep {
  const taken: RefundFacts = { ...facts, state: 'sending', attempts: facts.attempts + 1 };
  const step = isOfAccount
    ? refused(taken, { code, laneRefusals }, moment)
    : ANSWERS['not-sent'](taken, { outcome: 'not-sent', code }, moment);
  if ('ignored' in step) return step;
  const { lastSentAt } = facts;
  const arrivedBy = facts.arrivedBy ?? (lastSentAt === null ? null : step.facts.arrivedBy);
  return { ...step, facts: { ...step.facts, lastSentAt, arrivedBy } };
}

/** Of the answers to a request that was given up already, only "accepted" counts: it can be about no other refund. */
export function answeredLate(facts: RefundFacts, answer: RefundAnswer, moment: Moment): RefundStep {
  if (answer.outcome === 'accepted') return ANSWERS.accepted(facts, answer, moment);
  if (answer.outcome !== 'untold') return { ignored: 'an answer to a sending that was given up' };
  return KNOWN_OR_ASKED.has(facts.state)
    ? { ignored: 'it is known, or a person finds it among the evidence' }
    : ANSWERS.untold(facts, answer, moment);
}
