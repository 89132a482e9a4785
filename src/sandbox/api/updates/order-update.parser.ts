import { characterCount, MAX_FIELD_LENGTH, MAX_INVOICE_ID_LENGTH, MAX_LINK_LENGTH } from '../../../protocol/index.js';
import { refuse, type Refused } from '../../core/index.js';
import type { JsonObject } from '../creation/create-order.types.js';
import { hasMember, textAt, textsAt } from '../json-fields.js';

/** The update of `PATCH /orders/{id}` (protocol §2.3). */
export type OrderUpdate =
  | { readonly kind: 'ship'; readonly shipment: Record<string, string | null>; readonly amount: number | null }
  | { readonly kind: 'cancel'; readonly reason: string | null; readonly isExcluded: boolean }
  | { readonly kind: 'extend' }
  | { readonly kind: 'invoice' };

/** An update with the invoice number that each of them may have, or the fault. */
export type OrderUpdateReading = { ok: true; update: OrderUpdate; invoiceId: string | null } | Refused;

const SHIPMENT_FIELDS: readonly string[] = [
  'carrier',
  'invoice_url',
  'memo',
  'po_number',
  'reason',
  'ship_date',
  'tracktrace_code',
  'tracktrace_url',
];
/** Fields with another limit than the common one. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['invoice_id', MAX_INVOICE_ID_LENGTH],
  ['invoice_url', MAX_LINK_LENGTH],
  ['tracktrace_url', MAX_LINK_LENGTH],
]);

/** Reads the body of `PATCH /orders/{id}`. */
export function readOrderUpdate(body: JsonObject): OrderUpdateReading {
  const long = ['invoice_id', ...SHIPMENT_FIELDS].find((field) => tooLong(body, field));
  if (long !== undefined) return refuse(1016, `${long} is too long, or no text`);
  const invoiceId = textAt(body, 'invoice_id');
  const status = textAt(body, 'status');
  if (status === 'shipped') return readShipment(body, invoiceId);
  // The reason is cut to the length that an order stores.
  if (status === 'cancelled' || status === 'canceled') {
    return {
      ok: true,
      update: { kind: 'cancel', reason: textAt(body, 'reason'), isExcluded: isExcluded(body) },
      invoiceId,
    };
  }
  if (status !== null) return refuse(1016, 'status must be shipped or cancelled');
  if (body['extend_expiration'] === true) return { ok: true, update: { kind: 'extend' }, invoiceId };
  return invoiceId === null ? refuse(1016, 'nothing to update') : { ok: true, update: { kind: 'invoice' }, invoiceId };
}

/** `exclude_order`: no second link is mailed. */
function isExcluded({ exclude_order: value }: JsonObject): boolean {
  return [true, 1, '1', 'true'].some((yes) => yes === value);
}

function readShipment(body: JsonObject, invoiceId: string | null): OrderUpdateReading {
  // The service's own description has two names for the field, and also writes the amount as text.
  const field = hasMember(body, 'partial_shipment_amount') ? 'partial_shipment_amount' : 'amount';
  const amount = hasMember(body, field) ? Number(textAt(body, field) ?? Number.NaN) : null;
  if (amount !== null && (!Number.isSafeInteger(amount) || amount < 1)) {
    return { ok: false, fault: { code: 1001, detail: `${field} must be an integer of at least 1, in cents` } };
  }
  return { ok: true, update: { kind: 'ship', shipment: textsAt(body, SHIPMENT_FIELDS), amount }, invoiceId };
}

function tooLong(body: JsonObject, field: string): boolean {
  const text = textAt(body, field);
  if (text === null) return hasMember(body, field);
  return characterCount(text) > (LIMITS.get(field) ?? MAX_FIELD_LENGTH);
}
