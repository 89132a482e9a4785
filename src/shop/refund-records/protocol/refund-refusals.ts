import { lanePauseMs } from '../../core/index.js';
import type {
  RefundAnswer,
  RefundCommand,
  RefundReason,
  RefundTrigger,
  RefundFacts,
  RefundStep,
} from './refund-protocol.types.js';
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
  return { facts: { ...back, refusedAt: moment.now }, commands: pauses(code, laneRefusals, moment) };
}

/**
 * Refused together with refunds of other orders, and proved not to be there. If none was accepted since, the account pays
 * nothing out: the lane waits, and each next try uses another refund, as for any account that is refused. If some were, its
 * balance may suffice for those alone: this one waits, longer each time, and a person is alerted when that does not help.
 *
 * @param facts - ready to be sent again
 */
export function refusedWithOthers(
  facts: RefundFacts,
  { others, laneRefusals }: { readonly others: 'refused' | 'mixed'; readonly laneRefusals: number },
  moment: Moment,
): RefundStep {
  const isOfAccount = others === 'refused' && (facts.refusals === 0 || laneRefusals > 0);
  if (!isOfAccount) {
    const isLong = facts.outages === moment.rules.alertAfterFailures;
    return { facts: counted(facts, moment), commands: isLong ? [{ type: 'alert', reason: LOW_BALANCE }] : [] };
  }
  const waiting = { ...facts, refusedAt: moment.now };
  // Those that were sent before the lane paused come back one after the other: only the tries after that make it wait longer.
  return { facts: waiting, commands: laneRefusals === 0 ? pauses(LOW_BALANCE, 0, moment) : [] };
}

/** Another try while the account pays nothing out was refused as well: the lane waits longer. */
export const stillUnderfunded = (laneRefusals: number, moment: Moment): RefundCommand[] =>
  pauses(LOW_BALANCE, laneRefusals, moment);

const LOW_BALANCE: RefundReason = 'low-balance';

/** The lane pauses, the longer the more often; a person is alerted the first time. */
function pauses(reason: string, laneRefusals: number, { rules }: Moment): RefundCommand[] {
  const refusals = laneRefusals + 1;
  const pause = { type: 'pause-lane', forMs: lanePauseMs(rules, refusals), reason, refusals } as const;
  return laneRefusals === 0 ? [pause, { type: 'alert', reason }] : [pause];
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
