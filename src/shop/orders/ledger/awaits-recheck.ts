import { normaliseStatus } from '../../../protocol/index.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { Observation } from './ledger.types.js';
import type { ObservationSource } from '../entities/observation.entity.js';
import type { PaymentOrderEntity } from '../entities/payment-order.entity.js';
import { paymentStatusOf } from '../merge/payment-status.js';

/** Reads that nobody has asked for. */
const BY_ITSELF: ReadonlySet<ObservationSource> = new Set(['poll', 'refund-read']);

/**
 * Whether an observation has no other news than that release 0.1 took a payment for an authorisation. Nobody is told of
 * that by an upgrade alone: `tillbridge orders recheck` does, when somebody has decided how (design §7). Pure.
 *
 * @param row - the order as it is
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
