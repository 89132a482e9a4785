import { lanePauseMs } from '../../core/index.js';
import type { RefundAnswer, RefundTrigger, RefundFacts, RefundStep } from './refund-protocol.types.js';
import { later, toManual, unsent, waitsFor, type Moment } from './refund-transitions.js';

/** A refusal after which the same refund may be sent again. */
type Refusal = Pick<Extract<RefundAnswer, { outcome: 'rejected' }>, 'code' | 'isOwn'> &
  Pick<Extract<RefundTrigger, { type: 'answered' }>, 'laneRefusals'>;

/**
 * Refused because of settings, so certainly not carried out. If the refund itself is the cause, it waits alone. If the
 * account may be the cause, the lane waits, nothing is counted against the refund, and the next try uses another refund. A
 * refund that was refused while the account was in order counts as the cause until something shows that the account is not in
 * order.
 */
export function refused(facts: RefundFacts, { code, isOwn, laneRefusals = 0 }: Refusal, moment: Moment): RefundStep {
  const back = { ...unsent(facts), reason: waitsFor(facts, code) };
  if (isOwn === true || (facts.refusals > 0 && laneRefusals === 0)) return ownFault(back, moment);
  const refusals = laneRefusals + 1;
  const forMs = lanePauseMs(moment.rules, refusals);
  const pause = { type: 'pause-lane', forMs, reason: code, refusals } as const;
  return {
    facts: { ...back, refusedAt: moment.now },
    commands: laneRefusals === 0 ? [pause, { type: 'alert', reason: code }] : [pause],
  };
}

/**
 * Another refund was accepted after this one was refused, so it is at fault. A person decides after the next refusal at the
 * earliest.
 */
export function blamed(facts: RefundFacts, _event: unknown, moment: Moment): RefundStep {
  if (facts.refusedAt === null) return { ignored: 'it was not refused' };
  return { facts: counted(facts, moment), commands: [] };
}

/**
 * A person has corrected the cause: it is sent in turn, as if it had not been refused, but not within the quiet time of its
 * last request.
 */
export function resumed(facts: RefundFacts, _event: unknown, { rules }: Moment): RefundStep {
  if (facts.refusedAt === null && facts.refusals === 0) return { ignored: 'it was not refused' };
  const soonest = facts.lastSentAt === null ? 0 : facts.lastSentAt + rules.quietMs;
  const notBefore = Math.min(facts.notBefore, soonest);
  return { facts: { ...facts, refusals: 0, refusedAt: null, notBefore }, commands: [] };
}

/** Tries again after growing gaps; a person decides when that did not help. */
function ownFault(facts: RefundFacts, moment: Moment): RefundStep {
  const next = counted(facts, moment);
  if (next.refusals >= moment.rules.alertAfterFailures) return toManual(next, 'refused', moment);
  return { facts: next, commands: [] };
}

function counted(facts: RefundFacts, { now, rules }: Moment): RefundFacts {
  const refusals = facts.refusals + 1;
  return { ...facts, refusals, refusedAt: null, notBefore: later(facts, now + lanePauseMs(rules, refusals)) };
}
