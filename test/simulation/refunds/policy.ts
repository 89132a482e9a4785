import { serviceError } from '../../../src/protocol/errors/service-error.js';
import { PaymentError } from '../../../src/protocol/payment-error.js';
import type { CallOutcome } from '../../../src/shop/client/index.js';
import { classOfBrokenCall, classOfErrorAnswer, type CallPhase } from '../../../src/shop/client/transport/outcome.js';
import { toRefundRules, type RefundRules } from '../../../src/shop/core/index.js';
import { answerOf } from '../../../src/shop/refunds/sending/refund-answer.js';
import { stepRefund } from '../../../src/shop/refund-records/protocol/refund-protocol.js';
import type { RefundAnswer } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import type { WireAnswer } from './wire.js';

/** What is wrong with the code around the protocol, in a mutant. None in the module. */
export interface Quirks {
  readonly sendsBeforeWriting: boolean;
  readonly skipsLastCheck: boolean;
  readonly writesBlindly: boolean;
  readonly forgetsSingleFlight: boolean;
  readonly forgetsEqualAmounts: boolean;
  readonly leavesAmountOut: boolean;
  readonly ignoresTags: boolean;
  readonly takesFailureForAbsence: boolean;
  readonly reservesWithoutLock: boolean;
  readonly neverReadsFirst: boolean;
}

/** Who decides about a refund: the module, a mutant of it, or someone naive. */
export interface Policy {
  readonly name: string;
  readonly rules: RefundRules;
  readonly step: typeof stepRefund;
  readonly classify: (answer: WireAnswer) => RefundAnswer;
  readonly quirks: Quirks;
}

const NO_QUIRKS: Quirks = {
  sendsBeforeWriting: false,
  skipsLastCheck: false,
  writesBlindly: false,
  forgetsSingleFlight: false,
  forgetsEqualAmounts: false,
  leavesAmountOut: false,
  ignoresTags: false,
  takesFailureForAbsence: false,
  reservesWithoutLock: false,
  neverReadsFirst: false,
};

const outcomes = new Map<number, CallOutcome>();

/** When a call was, and how far it got: nothing is decided by that. */
const EVIDENCE = { startedAt: 0, durationMs: 0 } as const;

/** An answer of the service that is an error, as the client hands it over (spec §7); made once per code and status. */
function errorOutcome(code: number | null, httpStatus: number): CallOutcome {
  const key = httpStatus * 100_000 + (code ?? 0);
  const known = outcomes.get(key);
  if (known) return known;
  const isRefusal = httpStatus === 401 || httpStatus === 403;
  const isReadable = code !== null || isRefusal;
  const envelope = isReadable ? 'E1' : undefined;
  const text = httpStatus === 403 ? 'This transaction cannot be refunded' : '';
  const error = serviceError({ code, text, envelope, operation: 'refund', method: 'POST', httpStatus });
  const { execution } = error;
  const kind = classOfErrorAnswer({ isRead: false, httpStatus, isReadable, execution });
  const outcome: CallOutcome = { ...EVIDENCE, kind, error, phase: 'answer', httpStatus, retryAfterMs: null };
  outcomes.set(key, outcome);
  return outcome;
}

const brokenOff = (phase: CallPhase, code: string): CallOutcome => {
  const facts = { kind: 'temporary', retry: 'reconcile-first', httpStatus: 502, advice: 'Read the order.' } as const;
  const error = new PaymentError({ ...facts, code, message: 'The call broke off.', execution: 'unknown' });
  return { ...EVIDENCE, kind: classOfBrokenCall(phase), error, phase, httpStatus: null, retryAfterMs: null };
};

const NO_CONNECTION = brokenOff('connect', 'NETWORK');
const NO_ANSWER = brokenOff('response-status', 'TIMEOUT');

const ACCEPTED = { ...EVIDENCE, kind: 'accepted', phase: 'answer', httpStatus: 200, retryAfterMs: null } as const;

function outcomeOf(answer: WireAnswer): CallOutcome {
  if (answer.kind === 'refused') return NO_CONNECTION;
  if (answer.kind === 'silence') return NO_ANSWER;
  if (answer.kind === 'error') {
    const known = errorOutcome(answer.code, answer.httpStatus);
    return answer.retryAfterMs === null ? known : { ...known, retryAfterMs: answer.retryAfterMs };
  }
  const data = { refund_id: answer.id };
  return { ...ACCEPTED, answer: { data, pager: null, httpStatus: 200 } };
}

const RULES = toRefundRules();

/** How the module takes the end of a request: whatever is not clear is unknown. */
export const classify = (answer: WireAnswer): RefundAnswer => answerOf(outcomeOf(answer), RULES);

/** The module as it is, or with something changed. */
export function policyOf(name: string, changes: PolicyChanges = {}): Policy {
  return {
    name,
    rules: { ...RULES, ...changes.rules },
    step: changes.step ?? stepRefund,
    classify: changes.classify ?? classify,
    quirks: { ...NO_QUIRKS, ...changes.quirks },
  };
}

/** What a mutant has that the module has not. */
export interface PolicyChanges {
  readonly rules?: Partial<RefundRules>;
  readonly step?: typeof stepRefund;
  readonly classify?: (answer: WireAnswer) => RefundAnswer;
  readonly quirks?: Partial<Quirks>;
}
