import { FieldReader, isFields, parseJson, parseOrderStanding } from '../../../protocol/index.js';

/** The id of the order in a signed body. Only that is needed before it is stored; the worker reads the rest. */
export function orderIdIn(
  json: string,
): { readonly ok: true; readonly orderId: string | null } | { readonly ok: false } {
  const plain = parsePlainly(json);
  const named: unknown = isFields(plain) ? Object.getOwnPropertyDescriptor(plain, 'order_id')?.value : undefined;
  if (typeof named === 'string' && named !== '') return { ok: true, orderId: named };
  // The id is a number, perhaps with more digits than JSON.parse keeps, or the body begins with a byte order mark.
  const exact = parseJson(json);
  if (!exact.ok || !isFields(exact.value)) return { ok: false };
  return { ok: true, orderId: new FieldReader(exact.value, '', []).id('order_id') };
}

function parsePlainly(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether the signed order lists a refund under this id: the query may name the refund (protocol §5.7). */
export function listsRefund(json: string, id: string | null): boolean {
  const exact = parseJson(json);
  if (id === null || !exact.ok || !isFields(exact.value)) return false;
  return parseOrderStanding(exact.value).related_transactions.some(
    ({ type, order_id, refund_order_id }) => type === 'refund' && (order_id === id || refund_order_id === id),
  );
}
