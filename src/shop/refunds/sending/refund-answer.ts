import { readBookedRefund } from '../../../protocol/index.js';
import type { CallOutcome } from '../../client/index.js';
import type { RefundRules } from '../../core/index.js';
import type { RefundAnswer, RefundEvent } from '../../refund-records/index.js';

/** What the service refuses because of the payment that is given back; other settings are those of the account. */
const OWN_CODES: ReadonlySet<string> = new Set(['SERVICE_1000', 'SERVICE_1002', 'SERVICE_1023', 'SERVICE_REFUSED']);

type Failed = Exclude<CallOutcome, { kind: 'accepted' }>;
type Rules = Pick<RefundRules, 'lanePauseMs'>;

const TOO_MANY_REQUESTS = 429;
/** "Not found", and also "this identifier is used": what an earlier copy of the same refund leads to. */
const IDENTIFIER_USED = 1006;

/**
 * What a call says about the refund that it was to bring about (spec §7). Only a clear answer is one: 1034 has five
 * meanings, one of them that the refund is there already, and so has 1006, so they say nothing.
 *
 * @param rules - how long a lane rests when the service has too many requests and does not say for how long
 */
export function answerOf(outcome: CallOutcome, rules: Rules): RefundAnswer {
  if (outcome.kind !== 'accepted') return FAILURES[outcome.kind](outcome, rules);
  return { outcome: 'accepted', serviceRefundId: readBookedRefund(outcome.answer.data).refund_id };
}

const unknown = ({ error: { code }, httpStatus, retryAfterMs }: Failed, { lanePauseMs }: Rules): RefundAnswer => {
  const isCrowded = httpStatus === TOO_MANY_REQUESTS;
  return { outcome: 'unknown', code, retryAfterMs: retryAfterMs ?? (isCrowded ? lanePauseMs : null) };
};

const FAILURES: Readonly<Record<Failed['kind'], (failed: Failed, rules: Rules) => RefundAnswer>> = {
  rejected: (failed, rules) => {
    const { code, kind, serviceCode } = failed.error;
    if (serviceCode === IDENTIFIER_USED) return unknown(failed, rules);
    const retryable = kind === 'configuration';
    return { outcome: 'rejected', code, retryable, ...(retryable && OWN_CODES.has(code) && { isOwn: true }) };
  },
  'not-sent': ({ error: { code } }) => ({ outcome: 'not-sent', code }),
  unknown,
};

/** That the service has it, and as what; null when something else happened. */
export const acceptedAs = (event: RefundEvent): Extract<RefundAnswer, { outcome: 'accepted' | 'untold' }> | null =>
  event.type === 'answered' && (event.outcome === 'accepted' || event.outcome === 'untold') ? event : null;
