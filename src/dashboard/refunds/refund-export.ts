import type { CsvColumns } from '../frame/csv.js';
import type { Refund } from '../../shop/refunds/index.js';
import { zonedTimes } from '../frame/zoned-times.js';

/** The columns of the file of refunds; amounts in major units, times in the given zone. */
export function refundColumns(timeZone: string): CsvColumns<Refund> {
  const timeOf = zonedTimes(timeZone);
  return {
    id: ({ id }) => id,
    terminal_group: ({ group }) => group,
    order_id: ({ orderId }) => orderId,
    state: ({ state }) => state,
    why_in_this_state: ({ stateReason }) => stateReason,
    amount: ({ amount }) => amount.toDecimal(),
    currency: ({ amount }) => amount.currency,
    reason: ({ reason }) => reason,
    made: ({ origin }) => origin,
    asked_for_by: ({ askedBy }) => askedBy,
    key: ({ key }) => key,
    refund_order_id: ({ tag }) => tag,
    number_at_the_service: ({ serviceRefundId }) => serviceRefundId,
    batch: ({ batchId }) => batchId,
    asked_for: ({ createdAt }) => timeOf(createdAt),
    last_sent: ({ lastSentAt }) => timeOf(lastSentAt),
  };
}
