import { serviceError } from '../../../src/protocol/errors/service-error.js';
import { stepRefund } from '../../../src/shop/refunds/refund-protocol.js';
import type { RefundAnswer } from '../../../src/shop/refunds/refund-protocol.types.js';
import { toRefundRules, type RefundRules } from '../../../src/shop/refund-rules/index.js';
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
}

/** Who decides about a refund: the module, a mutant of it, or somebody naive. */
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
};

const answers = new Map<number, RefundAnswer>();

/** The class of an error answer, by the package's own table; looked up once per code and status. */
function classOfError(code: number | null, httpStatus: number): RefundAnswer {
  const key = httpStatus * 100_000 + (code ?? 0);
  const known = answers.get(key);
  if (known) return known;
  const error = serviceError({ code, text: '', envelope: 'E1', operation: 'refund', method: 'POST', httpStatus });
  const answer: RefundAnswer =
    error.execution === 'not-executed'
      ? { outcome: 'rejected', code: error.code, retryable: error.kind === 'configuration' }
      : { outcome: 'unknown', code: error.code, retryAfterMs: null };
  answers.set(key, answer);
  return answer;
}

/** How the module takes the end of a request (spec §7): whatever is not clear is unknown. */
export function classify(answer: WireAnswer): RefundAnswer {
  if (answer.kind === 'accepted') return { outcome: 'accepted', serviceRefundId: answer.id };
  if (answer.kind === 'refused') return { outcome: 'not-sent', code: 'NETWORK' };
  if (answer.kind === 'silence') return { outcome: 'unknown', code: 'TIMEOUT', retryAfterMs: null };
  const known = classOfError(answer.code, answer.httpStatus);
  return known.outcome === 'unknown' ? { ...known, retryAfterMs: answer.retryAfterMs } : known;
}

const RULES = toRefundRules();

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
