import type { SandboxOrderEntity } from '../../orders/index.js';

/**
 * The shop's address for the shopper's return, with `transactionid=<order_id>` added to its query.
 *
 * @param field without a cancel URL, the ordinary one is used.
 * @returns null if the shop gave no URL.
 */
export function returnUrl(order: SandboxOrderEntity, field: 'redirectUrl' | 'cancelUrl'): string | null {
  const text = order[field] ?? order.redirectUrl;
  if (text === null) return null;
  const url = new URL(text);
  url.searchParams.append('transactionid', order.orderId);
  return url.href;
}
