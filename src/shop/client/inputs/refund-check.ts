import { refundRequest, type RefundInput, type ServiceRequest } from '../../../protocol/index.js';
import { judge, type TerminalGroup } from '../../core/index.js';
import { RefundDto } from './refund.dto.js';
import { accountRules, checkedRequest } from './input-check.js';

/**
 * The request that a refund is sent with, checked against the rules of the service (spec §8, protocol §2.6).
 *
 * @param orderId - as the service knows it
 * @throws PaymentError `REFUND_INVALID` listing every fault
 */
export function checkedRefund(group: TerminalGroup, orderId: string, input: RefundInput): ServiceRequest {
  const subject = { group, code: 'REFUND_INVALID', what: 'refund', orderId };
  const judged = judge(RefundDto, input, { context: accountRules(group) });
  return checkedRequest(judged, (refund) => refundRequest(orderId, refund), subject);
}
