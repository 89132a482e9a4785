import type { Order } from '../../../protocol/index.js';
import { paymentStatusOf } from '../merge/payment-status.js';
import type { AttemptEntity } from '../entities/attempt.entity.js';
import type { CreatePaymentOrderInput } from './create-payment-order.dto.js';

/** The `reason` of a direct order whose card's bank waits for the customer (protocol §2.1). */
const AWAITS_CUSTOMER = /^3-?d secure authori[sz]ation/i;

/** Methods by which a direct order is paid on a page of the bank or wallet alone, unless the request has a card or a token. */
const PAID_ON_A_PAGE: ReadonlySet<string> = new Set(
  'IDEAL MISTERCASH PAYPAL BELFIUS CBC KBC EPS GIROPAY DOTPAY MYBANK TRUSTLY TRUSTPAY DIRECTBANK ALIPAY ALIPAYPLUS'.split(
    ' ',
  ),
);

/** The attempt of a create, and what the shop asks for. */
interface SentAttempt {
  readonly attempt: AttemptEntity;
  readonly input: CreatePaymentOrderInput;
}

/**
 * Whether the payment waits on a page whose address was lost with the answer. A read does not tell it (spec §2.2), and once a
 * transaction exists the service refuses the id. A till has no page; an order of the shop's former code may have it open in
 * the customer's browser.
 */
export function isPageLost(found: Order, { attempt, input }: SentAttempt): boolean {
  if (found.payment_url !== null || attempt.paymentUrl !== null || found.transaction_id === null) return false;
  if (input.gatewayInfo?.terminal_id || input.adoptExisting) return false;
  const isOpen = paymentStatusOf(found, attempt.capture) === 'initialized';
  return isOpen && (input.type !== 'direct' || needsCustomer(found, input));
}

/**
 * Whether a direct order cannot be paid without its page. Others may be charged at any moment: if one were replaced, the
 * customer would pay twice.
 */
function needsCustomer({ reason }: Order, input: CreatePaymentOrderInput): boolean {
  if (AWAITS_CUSTOMER.test(reason ?? '')) return true;
  const { gateway, gatewayInfo, recurringId } = input;
  const isCharged = Boolean(gatewayInfo?.card_number ?? recurringId);
  return !isCharged && PAID_ON_A_PAGE.has((gateway ?? '').toUpperCase());
}
