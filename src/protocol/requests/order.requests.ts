import { buildCart, type BuiltCart } from '../cart/index.js';
import { sendableCustomer } from '../sendable-customer.js';
import type { CreateOrderInput } from '../create-order.types.js';
import { isAbsent } from '../rules/index.js';
import { ORDERS_PATH, pathTo, withoutAbsent } from './order-path.js';
import type { BuiltRequest, ServiceRequest } from './request.types.js';

/**
 * Builds the create-order request (spec §2.5, §4.1, protocol §2.1). It checks only the cart: the rules for single
 * fields have been applied before, see decision 009.
 *
 * @param input - the order
 * @returns the request, or the faults of the cart
 * @example
 * const built = createOrderRequest({ orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Order S1' });
 * if (!built.ok) throw new Error(built.faults.map((fault) => `${fault.path} ${fault.message}`).join('; '));
 */
export function createOrderRequest(input: CreateOrderInput): BuiltRequest {
  const cart = isAbsent(input.cart) ? null : buildCart(input.cart, input.amount);
  if (cart?.ok === false) return cart;
  const body = createOrderBody(input, cart?.cart);
  return { ok: true, request: { method: 'POST', path: ORDERS_PATH, query: {}, body, operation: 'create' } };
}

/**
 * A copy of a create-order request with another order id and notification address. The other fields do not change, so
 * they need no new check.
 *
 * @example
 * const built = createOrderRequest({ orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Order S1' });
 * const next = { orderId: 'S1-2', notificationUrl: undefined };
 * if (built.ok) orderRequestUnder(built.request, next).body?.['order_id']; // 'S1-2'
 */
export function orderRequestUnder(
  request: ServiceRequest,
  { orderId, notificationUrl }: { readonly orderId: string; readonly notificationUrl: string | undefined },
): ServiceRequest {
  const options = { ...Object(request.body?.['payment_options']), notification_url: notificationUrl };
  return { ...request, body: { ...request.body, order_id: orderId, payment_options: withoutAbsent(options) } };
}

/**
 * Builds the get-order request (spec §4.2).
 *
 * @param orderId - the merchant's identifier of the order
 * @throws PaymentError `ORDER_ID_INVALID` if it cannot be part of a URL: empty, a step of dots, half a character
 * @example
 * getOrderRequest('S10042/1').path; // '/v1/json/orders/S10042%2F1'
 */
export function getOrderRequest(orderId: string): ServiceRequest {
  return { method: 'GET', path: pathTo(ORDERS_PATH, orderId), query: {}, body: null, operation: 'read' };
}

function createOrderBody(input: CreateOrderInput, cart: BuiltCart | undefined): Record<string, unknown> {
  const { type = 'redirect', amount } = input;
  return withoutAbsent({
    type,
    order_id: input.orderId,
    gateway: input.gateway,
    currency: amount.currency,
    amount: amount.amount,
    description: input.description,
    payment_options: paymentOptions(input),
    customer: input.customer && withoutAbsent(sendableCustomer(input.customer)),
    delivery: input.delivery && withoutAbsent({ ...input.delivery }),
    ...cart,
    var1: input.var1,
    var2: input.var2,
    var3: input.var3,
    seconds_active: input.secondsActive,
    days_active: input.daysActive,
    ...specialities(input),
  });
}

function paymentOptions(input: CreateOrderInput): Record<string, unknown> {
  return withoutAbsent({
    notification_url: input.notificationUrl,
    // The service's default is not documented, and only POST is signed (protocol §5.1).
    notification_method: 'POST',
    redirect_url: input.redirectUrl,
    cancel_url: input.cancelUrl,
    close_window: input.closeWindow,
    template_id: input.templateId,
    allowed_countries: input.allowedCountries,
  });
}

/** Fields that only some orders have. */
function specialities(input: CreateOrderInput): Record<string, unknown> {
  return {
    capture: input.capture,
    second_chance: typeof input.secondChance === 'boolean' ? { send_email: input.secondChance } : undefined,
    custom_info: input.customInfo && withoutAbsent({ ...input.customInfo }),
    gateway_info: input.gatewayInfo && withoutAbsent({ ...input.gatewayInfo }),
    recurring_model: input.recurringModel,
    recurring_id: input.recurringId,
    payment_data: input.paymentData,
    payment_token: input.paymentToken,
    plugin: input.plugin && withoutAbsent({ ...input.plugin }),
  };
}
