import { Money, type RefundInput } from '../../../protocol/index.js';
import type { RefundEntity } from '../../refund-records/index.js';

/** What is kept of a refund for its sending. */
type SendableRefund = Pick<RefundEntity, 'amount' | 'currency' | 'description' | 'tag' | 'cart'>;

/**
 * A refund as it is sent (protocol §2.6): always with its amount, and with its tag in every field that nobody else
 * uses: which of them comes back, the service does not say. The same row always makes the same request.
 *
 * @throws MoneyError when the amount is none
 */
export const toRefundInput = ({ amount, currency, description, tag, cart }: SendableRefund): RefundInput => ({
  amount: Money.ofMinor(amount, currency),
  description,
  refundOrderId: tag,
  var3: tag,
  ...(cart === null ? {} : { cart }),
});
