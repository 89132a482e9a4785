import {
  customerText,
  errorDocs,
  errorMeaning,
  isListedCode,
  LOCAL_ERRORS,
  OPERATION_SUBJECTS,
  serviceError,
  type ErrorKind,
  type ErrorMeaning,
  type Execution,
  type LocalErrorCode,
  type RetryRule,
  type ServiceOperation,
} from '../../protocol/index.js';

/** What one code means for some operations. */
export interface CodeAnswer {
  readonly operations: readonly ServiceOperation[];
  readonly name: string;
  readonly cause: string;
  readonly kind: ErrorKind;
  readonly execution: Execution;
  readonly retry: RetryRule;
  readonly actor: ErrorMeaning['actor'];
  /** HTTP status for the shop's own client. */
  readonly httpStatus: number;
  /** What the operator should do. */
  readonly advice: string;
  /** What the customer is told: `en`, `nl`. */
  readonly customer: { readonly en: string; readonly nl: string };
}

/** What one code means. */
export interface CodeMeaning {
  readonly code: number;
  /** False for a code that is only known by its range. */
  readonly listed: boolean;
  /** Where it stands in the documentation. */
  readonly docs: string;
  /** By operation; operations for which it means the same stand together. */
  readonly answers: readonly CodeAnswer[];
}

const OPERATIONS = Object.keys(OPERATION_SUBJECTS) as readonly ServiceOperation[];

/** A clear refusal: an answer whose status leaves it open is said to be in doubt, whatever the code. */
const REFUSED = 404;

function answerTo(code: number, operation: ServiceOperation): Omit<CodeAnswer, 'operations'> {
  const method = OPERATION_SUBJECTS[operation] === 'look-up' ? 'GET' : 'POST';
  const error = serviceError({ code, text: '', operation, method, httpStatus: REFUSED });
  const { name, cause, actor } = errorMeaning(code, operation);
  const { kind, execution, retry, httpStatus, advice } = error;
  const customer = { en: customerText(error, { language: 'en' }), nl: customerText(error, { language: 'nl' }) };
  return { name, cause, kind, execution, retry, actor, httpStatus, advice: advice ?? '', customer };
}

/**
 * What a code of the service means, as the mapper of errors has it for each operation.
 *
 * @param only - one operation; without it all of them
 * @example
 * meaningOf(1034, 'refund').answers[0]?.execution; // 'not-executed'
 */
export function meaningOf(code: number, only?: ServiceOperation): CodeMeaning {
  const answers = new Map<string, CodeAnswer>();
  for (const operation of only === undefined ? OPERATIONS : [only]) {
    const answer = answerTo(code, operation);
    const key = JSON.stringify(answer);
    answers.set(key, { ...answer, operations: [...(answers.get(key)?.operations ?? []), operation] });
  }
  return { code, listed: isListedCode(code), docs: errorDocs(`SERVICE_${code}`), answers: [...answers.values()] };
}

/** What a code of this package means, whatever was asked for. */
export interface OwnMeaning {
  readonly code: LocalErrorCode;
  /** Where it stands in the documentation. */
  readonly docs: string;
  readonly cause: string;
  /** What the operator should do. */
  readonly advice: string;
}

/**
 * What a code of this package means.
 *
 * @example
 * ownMeaning('TIMEOUT').docs; // 'docs/errors.md#timeout'
 */
export function ownMeaning(code: LocalErrorCode): OwnMeaning {
  const { cause, operatorText } = LOCAL_ERRORS[code];
  return { code, docs: errorDocs(code), cause, advice: operatorText };
}
