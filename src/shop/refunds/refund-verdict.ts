import type { Fault } from '../../protocol/index.js';
import { checkedDecision, type OperatorDecision } from '../decisions/index.js';

/** A person's finding about a refund: whether the customer gets the money. */
export interface RefundVerdict extends OperatorDecision {
  /** `not-paid`: it is sent again, but not before its quiet time is over. */
  readonly verdict: 'paid' | 'not-paid';
  /** The service's identifier of the refund, where one was found; at most 64 characters. */
  readonly serviceRefundId?: string;
}

/**
 * Checks a verdict. A text that is neither value must not count as `not-paid`: the refund would be sent once more.
 *
 * @throws PaymentError `DECISION_INVALID` listing every fault
 */
export function checkedVerdict<V extends RefundVerdict>(given: V): V {
  const { verdict, serviceRefundId = null }: Readonly<Record<string, unknown>> = Object(given);
  const faults: Fault[] = [];
  if (verdict !== 'paid' && verdict !== 'not-paid')
    faults.push({ path: 'verdict', message: 'must be paid or not-paid' });
  if (serviceRefundId !== null && typeof serviceRefundId !== 'string')
    faults.push({ path: 'serviceRefundId', message: 'must be text' });
  return checkedDecision(given, faults);
}
