import { ORDER_STATUS_TABLE, type Money, type OrderStatus } from '../../protocol/index.js';

/** Outcomes that are no status of the service. */
const OUTCOMES = ['authorised', 'voided', 'paid_after_cancel', 'paid_twice', 'amount_mismatch', 'restored'] as const;

/**
 * The kinds that a handler can subscribe to: each status of the service (spec §3), and outcomes that are easily overlooked.
 * - `cancelled`: it was ended unpaid on purpose, with any status of the service; `void` is its deprecated name.
 * - `voided`: it was paid, and the payment was annulled.
 * - `authorised`: money is promised and awaits capture.
 * - `paid_after_cancel`: money came after the order had been given up; the goods are not reserved.
 * - `paid_twice`: a second payment for an order already paid.
 * - `amount_mismatch`: money came in another amount or currency than the order's; the order is not paid.
 * - `restored`: a refund or chargeback was undone. The order is paid again, but for what else was given back: `amountRefunded`.
 */
export type PaymentEventKind = OrderStatus | (typeof OUTCOMES)[number];

/** All values of {@link PaymentEventKind}. */
export const PAYMENT_EVENT_KINDS: readonly string[] = [...Object.keys(ORDER_STATUS_TABLE), ...OUTCOMES];

/** A recorded change of an order, as a handler gets it. */
export interface PaymentEvent {
  /**
   * After the commit: stable over all attempts of one effect, usable as a message id or an idempotency key. Inside the
   * transaction: the id of the attempt that commits; an attempt that is rolled back leaves no trace of its id.
   */
  readonly id: string;
  readonly kind: PaymentEventKind;
  readonly group: string;
  readonly orderId: string;
  /** The shop's reference of the order (`reference` of its create) when the change was recorded; null when it had none. */
  readonly reference: string | null;
  readonly transitionId: string;
  /**
   * The amount that the service reported (equal to the order's, except in `amount_mismatch`). Zero in the order's own
   * currency when the service reported a currency that is not in ISO 4217.
   */
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** The part of {@link amount} that is the shopper's tip at a till (option `allowTip`); null when there is none. */
  readonly tip: Money | null;
  readonly status: string | null;
  readonly previousStatus: string | null;
  /** The service's id, as text. */
  readonly transactionId: string | null;
  /** Payment method code, e.g. `IDEAL` (spec §2.3 `payment_details.type`). */
  readonly paymentMethod: string | null;
  /** The source of the change: notification, return, confirmation, … */
  readonly source: string;
  /** When it was recorded, epoch milliseconds (UTC). */
  readonly at: number;
}
