import type { CancelOrderInput, ShipmentInput, UpdateOrderInput } from './order-change.types.js';
import { ORDERS_PATH, pathTo, withoutAbsent } from './order-path.js';
import type { ServiceRequest } from './request.types.js';

/**
 * Builds the request that changes an order (protocol §2.3).
 *
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * updateOrderRequest('S10042', { invoiceId: 'F-2028-17' }).body; // { invoice_id: 'F-2028-17' }
 */
export function updateOrderRequest(orderId: string, input: UpdateOrderInput): ServiceRequest {
  const { invoiceId, invoiceUrl, memo, poNumber, extendExpiration, reason } = input;
  return patch(orderId, {
    invoice_id: invoiceId,
    invoice_url: invoiceUrl,
    memo,
    po_number: poNumber,
    extend_expiration: extendExpiration,
    reason,
  });
}

/**
 * Builds the request that reports a shipment (protocol §2.3).
 *
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * shipOrderRequest('S10042', { carrier: 'Post', trackTraceCode: '3S123' }).body;
 */
export function shipOrderRequest(orderId: string, input: ShipmentInput): ServiceRequest {
  return patch(orderId, {
    status: 'shipped',
    // Of its two names, only this one is required by the service's documentation.
    partial_shipment_amount: input.amount?.amount,
    carrier: input.carrier,
    tracktrace_code: input.trackTraceCode,
    tracktrace_url: input.trackTraceUrl,
    ship_date: input.shipDate,
    invoice_id: input.invoiceId,
    invoice_url: input.invoiceUrl,
    po_number: input.poNumber,
    reason: input.reason,
    memo: input.memo,
  });
}

/**
 * Builds the request that cancels an unpaid order (protocol §2.3), or the payment that a terminal is asking for
 * (protocol §2.5).
 *
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * cancelOrderRequest('S10042', {}).body; // { status: 'cancelled', exclude_order: true }
 * cancelOrderRequest('T-1', { session: 'terminal' }).path; // '/v1/json/orders/T-1/cancel'
 */
export function cancelOrderRequest(orderId: string, input: CancelOrderInput): ServiceRequest {
  if (input.session === 'terminal') {
    const path = `${pathTo(ORDERS_PATH, orderId)}/cancel`;
    return { method: 'POST', path, query: {}, body: null, operation: 'cancel' };
  }
  const { excludeOrder = true, reason } = input;
  const body = { status: 'cancelled', exclude_order: excludeOrder || null, reason };
  return { ...patch(orderId, body), operation: 'cancel' };
}

function patch(orderId: string, fields: Record<string, unknown>): ServiceRequest {
  const path = pathTo(ORDERS_PATH, orderId);
  return { method: 'PATCH', path, query: {}, body: withoutAbsent(fields), operation: 'update' };
}
