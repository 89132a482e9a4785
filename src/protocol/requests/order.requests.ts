import { checkCreateOrder } from '../create-order.rules.js';
import type { CreateOrderInput, CreateOrderRules } from '../create-order.types.js';
import { PaymentError } from '../payment-error.js';
import type { BuiltRequest, ServiceRequest } from './request.types.js';
import { isWellFormed } from '../text-rules.js';

const ORDERS_PATH = '/v1/json/orders';

/**
 * Builds the create-order request (spec §2.5, §4.1), or lists every fault with the code the service would answer.
 *
 * @param input - the order
 * @param rules - which notification URLs and currencies are taken
 * @example
 * const built = createOrderRequest({ orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Order S1' });
 * if (!built.ok) throw new Error(built.faults.map((fault) => `${fault.path} ${fault.message}`).join('; '));
 */
export function createOrderRequest(input: CreateOrderInput, rules: CreateOrderRules = {}): BuiltRequest {
  const faults = checkCreateOrder(input, rules);
  if (faults.length > 0) return { ok: false, faults };
  const body = createOrderBody(input);
  return { ok: true, request: { method: 'POST', path: ORDERS_PATH, query: {}, body, operation: 'create' } };
}

/**
 * Builds the get-order request (spec §4.2).
 *
 * @param orderId - the merchant's identifier of the order
 * @throws PaymentError `ORDER_ID_INVALID` when it cannot be part of an address: empty, dots only, half a character
 * @example
 * getOrderRequest('S10042/1').path; // '/v1/json/orders/S10042%2F1'
 */
export function getOrderRequest(orderId: string): ServiceRequest {
  if (orderId === '' || orderId === '.' || orderId === '..' || !isWellFormed(orderId)) throw invalidOrderId();
  const path = `${ORDERS_PATH}/${encodeURIComponent(orderId)}`;
  return { method: 'GET', path, query: {}, body: null, operation: 'read' };
}

function createOrderBody(input: CreateOrderInput): Record<string, unknown> {
  const { type = 'redirect', orderId, gateway, amount, description, secondsActive, var1, var2, var3 } = input;
  return withoutAbsent({
    type,
    order_id: orderId,
    gateway,
    currency: amount.currency,
    amount: amount.amount,
    description,
    // The service's default is not stated anywhere, and only POST is signed (protocol §5.1).
    payment_options: withoutAbsent({
      notification_url: input.notificationUrl,
      notification_method: 'POST',
      redirect_url: input.redirectUrl,
      cancel_url: input.cancelUrl,
    }),
    customer: input.customer && withoutAbsent({ ...input.customer }),
    var1,
    var2,
    var3,
    seconds_active: secondsActive,
    custom_info: input.customInfo && withoutAbsent({ ...input.customInfo }),
    gateway_info: input.gatewayInfo,
  });
}

function withoutAbsent(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

function invalidOrderId(): PaymentError {
  return new PaymentError({
    code: 'ORDER_ID_INVALID',
    message: 'The order identifier cannot be part of an address.',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 404,
    advice: 'Use the identifier that the order was created with.',
  });
}
