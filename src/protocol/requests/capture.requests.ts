import type { CancelReservationInput, CaptureInput } from './order-change.types.js';
import { ORDERS_PATH, pathTo, withoutAbsent } from './order-path.js';
import type { ServiceRequest } from './request.types.js';

const RESERVATIONS_PATH = '/v1/json/capture';

/**
 * Builds the request that captures reserved money (protocol §2.4).
 *
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * captureRequest('S10042', { amount: Money.of('12.50', 'EUR') }).body; // { amount: 1250, new_order_status: 'completed' }
 */
export function captureRequest(orderId: string, input: CaptureInput): ServiceRequest {
  const body = withoutAbsent({
    amount: input.amount.amount,
    new_order_status: 'completed',
    new_order_id: input.newOrderId,
    invoice_id: input.invoiceId,
    carrier: input.carrier,
    tracktrace_code: input.trackTraceCode,
    ship_date: input.shipDate,
    reason: input.reason,
    description: input.description,
  });
  const path = `${pathTo(ORDERS_PATH, orderId)}/capture`;
  return { method: 'POST', path, query: {}, body, operation: 'capture' };
}

/**
 * Builds the request that releases a reservation (protocol §2.4).
 *
 * @throws PaymentError `ORDER_ID_INVALID`
 * @example
 * cancelReservationRequest('S10042', { reason: 'Out of stock' }).path; // '/v1/json/capture/S10042'
 */
export function cancelReservationRequest(orderId: string, input: CancelReservationInput): ServiceRequest {
  const { reason, description } = input;
  const body = withoutAbsent({ status: 'cancelled', reason, description });
  const path = pathTo(RESERVATIONS_PATH, orderId);
  return { method: 'PATCH', path, query: {}, body, operation: 'cancel-reservation' };
}
