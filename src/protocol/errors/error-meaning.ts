import type { RetryRule } from '../payment-error.types.js';
import type { ServiceOperation } from '../requests/request.types.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { CustomerText, ErrorCodeEntry } from './error-code.types.js';
import { MEANINGS_BY_OPERATION } from './error-codes.by-operation.js';
import { errorCodeEntry, isListedCode } from './error-codes.js';

/** What an operation means to the customer: a payment, a change of the order, a refund, or only a read. */
export type OperationSubject = 'payment' | 'order' | 'refund' | 'look-up';

/** Exhaustive on purpose: a new operation compiles only once its subject is defined. */
export const OPERATION_SUBJECTS: Readonly<Record<ServiceOperation, OperationSubject>> = {
  create: 'payment',
  read: 'look-up',
  update: 'order',
  cancel: 'order',
  capture: 'order',
  'cancel-reservation': 'order',
  refund: 'refund',
  'cancel-refund': 'refund',
  list: 'look-up',
  'payment-methods': 'look-up',
  terminals: 'look-up',
  'terminal-groups': 'look-up',
  tokens: 'look-up',
  'token-change': 'order',
  checkout: 'look-up',
  events: 'look-up',
  other: 'order',
};

interface SubjectRule {
  /** Used instead of the code's own text, which is about paying. */
  readonly customerText: CustomerText | null;
  /** Replacements for advice that makes sense only for create-order. */
  readonly retry: Readonly<Partial<Record<RetryRule, RetryRule>>>;
}

const SUBJECT_RULES: Readonly<Record<OperationSubject, SubjectRule>> = {
  payment: { customerText: null, retry: {} },
  order: { customerText: CUSTOMER_TEXTS.notChanged, retry: { 'new-attempt': 'no' } },
  refund: { customerText: CUSTOMER_TEXTS.refundChecked, retry: { 'new-attempt': 'no' } },
  // A failed read may simply be repeated.
  'look-up': { customerText: CUSTOMER_TEXTS.notShown, retry: { 'new-attempt': 'no', 'reconcile-first': 'backoff' } },
};

/**
 * The meaning of a code for one operation (spec §7, protocol §3.3). Total: an unlisted or absent code gives the meaning
 * of its range. `execution` is that of a write; a read never changes anything.
 *
 * @param code - `error_code` of the service, or `null`
 * @param operation - the operation that was called
 * @example
 * errorMeaning(1006, 'create').kind; // 'already-done'
 * errorMeaning(1006, 'refund').httpStatus; // 404
 */
export function errorMeaning(code: number | null, operation: ServiceOperation): ErrorCodeEntry {
  const entry = errorCodeEntry(code);
  const own = isListedCode(code) ? MEANINGS_BY_OPERATION[code]?.[operation] : undefined;
  const { customerText, retry } = SUBJECT_RULES[OPERATION_SUBJECTS[operation]];
  const meaning = { ...entry, ...(customerText !== null && { customerText }), ...own };
  return { ...meaning, retry: retry[meaning.retry] ?? meaning.retry };
}
