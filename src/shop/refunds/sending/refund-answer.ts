import { readBookedRefund } from '../../../protocol/index.js';
import type { CallOutcome } from '../../client/index.js';
import type { RefundRules } from '../../core/index.js';
import type { RefundAnswer, RefundTrigger } from '../../refund-records/index.js';

/** Refusals because of the refunded payment. Other settings are those of the account. */
const OWN_CODES: ReadonlySet<string> = new Set(['SERVICE_1002', 'SERVICE_1023', 'SERVICE_REFUSED']);

type Failed = Exclude<CallOutcome, { kind: 'accepted' }>;
type Rules = Pick<RefundRules, 'lanePauseMs'>;

const TOO_MANY_REQUESTS = 429;
/** "Not found", and also "this identifier is used", which an earlier copy of the same refund causes. */
const IDENTIFIER_USED = 1006;

/**
 * The meaning of a call's outcome for its refund (spec §7). Only a clear answer counts: 1034 has five meanings, one of them
 * that the refund exists already, and 1006 is ambiguous as well, so they decide nothing.
 *
 * @param rules - how long a lane rests after too many requests without a stated time
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

/** That the service has it, and its id there; null for any other event. */
export const acceptedAs = (event: RefundTrigger): Extract<RefundAnswer, { outcome: 'accepted' | 'untold' }> | null =>
  event.type === 'answered' && (event.outcome === 'accepted' || event.outcome === 'untold') ? event : null;
