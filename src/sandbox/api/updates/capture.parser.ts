import { characterCount, MAX_INVOICE_ID_LENGTH } from '../../../protocol/index.js';
import { type ServiceFault, refuse, type Refused } from '../../core/index.js';
import type { CaptureRequest } from '../../payments/index.js';
import { checkIdentifier } from '../creation/create-order.checks.js';
import type { JsonObject } from '../creation/create-order.types.js';
import { amountAt, hasMember, textAt } from '../json-fields.js';

/** A capture, or the fault of the request. */
export type CaptureReading = { ok: true; capture: CaptureRequest } | Refused;

/** Reads the body of a capture. */
export function readCapture(body: JsonObject): CaptureReading {
  const given = hasMember(body, 'amount');
  const amount = given ? amountAt(body, 'amount') : null;
  if (given && (amount === null || amount < 1)) {
    return refuse(1001, 'amount must be an integer of at least 1, in cents');
  }
  if (hasMember(body, 'new_order_status') && body['new_order_status'] !== 'completed') {
    return refuse(1016, 'new_order_status must be completed');
  }
  const wrong = checkIdentifier(body, 'new_order_id');
  if (wrong !== null) return { ok: false, fault: wrong };
  const invoiceId = textAt(body, 'invoice_id');
  if (invoiceId !== null && characterCount(invoiceId) > MAX_INVOICE_ID_LENGTH)
    return refuse(1016, 'invoice_id is too long');
  const orderId = textAt(body, 'new_order_id');
  return { ok: true, capture: { amount, orderId, invoiceId } };
}

/** Reads the body of a release; the reason is required. */
export function readRelease(body: JsonObject): ServiceFault | null {
  const cancelled = body['status'] === 'cancelled' || body['status'] === 'canceled';
  if (!cancelled) return { code: 1016, detail: 'status must be cancelled' };
  return textAt(body, 'reason') === null ? { code: 1016, detail: 'reason is required' } : null;
}
