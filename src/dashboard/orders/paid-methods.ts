import type { OrderDetails } from '../../shop/admin/index.js';

const PAID: ReadonlySet<string> = new Set(['completed', 'paid_twice', 'paid_after_cancel', 'amount_mismatch']);

/** Lenders: a refund without the order's lines is refused with 1016 (protocol §2.6). */
const BY_ARTICLES: ReadonlySet<string> = new Set(
  (
    'AFTERPAY BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB EINVOICE IN3 IN3B2B KLARNA PAYAFTER SANTANDER ZINIA ' +
    'ZINIA_IN3'
  ).split(' '),
);

/** The methods of an order's payments, or that of its last attempt. */
export function methodsOf({ timeline }: Pick<OrderDetails, 'timeline'>): readonly string[] {
  const tried = timeline.filter(({ details }) => typeof details['method'] === 'string');
  const paid = tried.filter(({ details }) => PAID.has(String(details['kind'])));
  return [...new Set((paid.length > 0 ? paid : tried.slice(-1)).map(({ details }) => String(details['method'])))];
}

/** Whether a method takes refunds by articles alone. */
export const isRefundedByArticles = (method: string): boolean => BY_ARTICLES.has(method.trim().toUpperCase());
