import { normaliseStatus } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { Observation } from './ledger.types.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { paymentStatusOf } from '../merge/payment-status.js';

/** Reads that start without a request. */
const BY_ITSELF: ReadonlySet<ObservationSource> = new Set(['poll', 'refund-read']);

/**
 * Whether an observation shows nothing new except that release 0.1 stored a payment as an authorisation. An upgrade alone
 * must not report that: `tillbridge orders recheck` does, after staff has decided how (design §7). Pure.
 *
 * @param row - the order as it is now
 * @param attempt - the attempt that was seen
 */
export function awaitsRecheck(
  { transactions }: Pick<PaymentOrderEntity, 'transactions'>,
  attempt: AttemptEntity,
  { order, source }: Pick<Observation, 'order' | 'source'>,
): boolean {
  if (!BY_ITSELF.has(source) || normaliseStatus(order.financial_status) !== 'initialized') return false;
  if (paymentStatusOf(order, attempt.capture) !== 'completed') return false;
  const known = transactions?.find((each) => each.attempt === attempt.number && each.id === order.transaction_id);
  return known?.facts.status === 'authorised' && known.facts.word === undefined && known.held === null;
}
