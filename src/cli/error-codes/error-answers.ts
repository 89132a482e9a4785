import {
  customerText,
  errorDocs,
  errorMeaning,
  isListedCode,
  LOCAL_ERRORS,
  OPERATION_SUBJECTS,
  serviceError,
  type ErrorMeaning,
  type LocalErrorCode,
  type ServiceOperation,
} from '../../protocol/index.js';

/** The meaning of one code for some operations. */
export interface CodeAnswer extends Pick<
  ErrorMeaning,
  'name' | 'cause' | 'kind' | 'execution' | 'retry' | 'actor' | 'httpStatus'
> {
  readonly operations: readonly ServiceOperation[];
  /** What the operator should do. */
  readonly advice: string;
  /** The customer's text: `en`, `nl`. */
  readonly customer: { readonly en: string; readonly nl: string };
}

/** The meaning of one code. */
export interface CodeMeaning {
  readonly code: number;
  /** False for a code that is only known by its range. */
  readonly listed: boolean;
  /** Its place in the documentation. */
  readonly docs: string;
  /** By operation; operations with the same meaning are grouped. */
  readonly answers: readonly CodeAnswer[];
}

const OPERATIONS = Object.keys(OPERATION_SUBJECTS) as readonly ServiceOperation[];

/** A status of a clear refusal. With a status that leaves the outcome open, every code would be in doubt. */
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
 * The meaning of a code of the service, for each operation, from the error mapper.
 *
 * @param only - one operation; default: all of them
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

/** The meaning of a code of this package, for any operation. */
export interface OwnMeaning {
  readonly code: LocalErrorCode;
  /** Its place in the documentation. */
  readonly docs: string;
  readonly cause: string;
  /** What the operator should do. */
  readonly advice: string;
}

/**
 * The meaning of a code of this package.
 *
 * @example
 * ownMeaning('TIMEOUT').docs; // 'docs/errors.md#timeout'
 */
export function ownMeaning(code: LocalErrorCode): OwnMeaning {
  const { cause, operatorText } = LOCAL_ERRORS[code];
  return { code, docs: errorDocs(code), cause, advice: operatorText };
}
