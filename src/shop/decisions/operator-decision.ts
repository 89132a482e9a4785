import type { Fault } from '../../protocol/index.js';
import { faultList, refusal } from '../core/index.js';

/** Who decides something by hand, and why; both are shown in the order's timeline. */
export interface OperatorDecision {
  /** A name or account of the shop's own; what is longer than 120 characters is cut. Kept when personal data of the customer is erased. */
  readonly by: string;
  /** Not empty; what is longer than 500 characters is cut. */
  readonly why: string;
}

/** What must be known of whoever decides. */
const NAMED = ['by', 'why'] as const;

/**
 * Refuses a decision that does not say who decides and why, as it comes from code that no compiler has seen. What is longer than the
 * columns is cut when it is written.
 *
 * @param others - faults of what is decided
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
