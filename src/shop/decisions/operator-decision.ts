import type { Fault } from '../../protocol/index.js';
import { faultList, refusal } from '../core/index.js';

/** Who makes a decision by hand, and why; the order's timeline shows both. */
export interface OperatorDecision {
  /** A name or account of the shop's own; cut at 120 characters. Kept when personal data of the customer is erased. */
  readonly by: string;
  /** Not empty; cut at 500 characters. */
  readonly why: string;
}

/** The required fields of a decision. */
const NAMED = ['by', 'why'] as const;

/**
 * Refuses a decision without a name or a reason: it may come from code that no compiler has checked. Longer texts than the
 * columns are cut when they are written.
 *
 * @param others - faults of the subject
 * @returns the decision
 * @throws PaymentError `DECISION_INVALID` listing every fault
 */
export function checkedDecision<D extends OperatorDecision>(decision: D, others: readonly Fault[] = []): D {
  const given: Readonly<Record<string, unknown>> = Object(decision);
  const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
  const unnamed = NAMED.filter((path) => !isText(given[path]));
  const faults = [...unnamed.map((path) => ({ path, message: 'must be text that is not blank' })), ...others];
  if (faults.length === 0) return decision;
  throw refusal({
    code: 'DECISION_INVALID',
    message: `Nothing was decided, the decision cannot be used:${faultList(faults)}`,
    httpStatus: 400,
    faults,
  });
}
