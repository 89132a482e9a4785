import { Money, type RefundInput } from '../../../protocol/index.js';
import type { RefundEntity } from '../../refund-records/index.js';

/** The stored fields of a refund that its request needs. */
type SendableRefund = Pick<RefundEntity, 'amount' | 'currency' | 'description' | 'tag' | 'cart'>;

/**
 * A refund as it is sent (protocol §2.6): always with its amount, and with its tag in every unused field, because the service
 * does not say which of them it returns. The same row always makes the same request.
 *
 * @throws MoneyError when the amount is invalid
 */
export const toRefundInput = ({ amount, currency, description, tag, cart }: SendableRefund): RefundInput => ({
  amount: Money.ofMinor(amount, currency),
  description,
  refundOrderId: tag,
  var3: tag,
  ...(cart === null ? {} : { cart }),
});
