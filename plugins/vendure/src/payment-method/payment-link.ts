import type { Payment, Refund } from '@vendure/core';
import type { KnownPayment } from './known-payment';

/** A Vendure payment's link to its payment order: in `metadata`, not visible in the Shop API. */
export interface PaymentLink {
  readonly group: string;
  readonly paymentOrderId: string;
  readonly paymentMethod: string | null;
  /** The currency of the money. */
  readonly currency: string;
}

/** A Vendure refund's link to the module's refund. */
export interface RefundLink {
  readonly group: string;
  readonly refundId: string;
}

const KEY = 'tillbridge';

/** The metadata of a payment. */
export const paymentMetadata = ({
  group,
  paymentOrderId,
  paymentMethod,
  currency,
}: KnownPayment): { tillbridge: PaymentLink } => ({
  [KEY]: { group, paymentOrderId, paymentMethod, currency },
});

/** The metadata of a refund. */
export const refundMetadata = (link: RefundLink): { tillbridge: RefundLink } => ({ [KEY]: link });

const linkOf = <T>({ metadata }: { metadata?: unknown }): T | null => {
  const link = (metadata as Record<string, unknown> | null | undefined)?.[KEY];
  return typeof link === 'object' && link !== null ? (link as T) : null;
};

/** The payment order of a Vendure payment; null if the plugin did not make the payment. */
export const paymentLink = (payment: Pick<Payment, 'metadata'>): PaymentLink | null => linkOf<PaymentLink>(payment);

/** The module's refund of a Vendure refund; null if the plugin did not make the refund. */
export const refundLink = (refund: Pick<Refund, 'metadata'>): RefundLink | null => linkOf<RefundLink>(refund);

const OVER: ReadonlySet<string> = new Set(['Cancelled', 'Declined', 'Error']);

/** Whether a valid Vendure payment is the record of a known one; a later attempt of the order is another one. */
export function isOf(payment: Pick<Payment, 'transactionId' | 'metadata' | 'state'>, known: KnownPayment): boolean {
  if (OVER.has(payment.state)) return false;
  const link = paymentLink(payment);
  const isSameOrder = link?.group === known.group && link.paymentOrderId === known.paymentOrderId;
  return isSameOrder || payment.transactionId === known.transactionId;
}

/**
 * Whether one of an order's valid payments is in another currency. Vendure's payments have no currency: customers can
 * change that of an order, and the sum of payments would be compared with an amount in the new currency.
 */
export const isMixed = (payments: readonly Payment[], currency: string): boolean =>
  payments.some((each) => !OVER.has(each.state) && (paymentLink(each)?.currency ?? currency) !== currency);

/** The text about such an order. */
export const MIXED =
  'A payment of this order is in another currency than the order is now. Set the order back to that currency, or cancel it.';
