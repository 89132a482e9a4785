import { ORDER_STATUS_TABLE, type Money, type OrderStatus } from '../../protocol/index.js';

/**
 * What a handler can subscribe to: each status of the service (spec §3), and the outcomes that are easily overlooked.
 * - `cancelled`: it ended unpaid at someone's request, whichever word the service has for it; `void` is its deprecated name.
 * - `voided`: it was paid, and the payment was annulled.
 * - `authorised`: money is promised and awaits capture.
 * - `paid_after_cancel`: money came after the order had been given up; no one has reserved the goods.
 * - `paid_twice`: a second payment for an order already paid.
 * - `amount_mismatch`: money came, but not the amount or currency asked for; the order is not paid.
 * - `restored`: a refund or chargeback was taken back; the order counts as paid again.
 */
export type PaymentEventKind =
  | OrderStatus
  | 'authorised'
  | 'voided'
  | 'paid_after_cancel'
  | 'paid_twice'
  | 'amount_mismatch'
  | 'restored';

const OUTCOMES: Readonly<Record<Exclude<PaymentEventKind, OrderStatus>, true>> = {
  authorised: true,
  voided: true,
  paid_after_cancel: true,
  paid_twice: true,
  amount_mismatch: true,
  restored: true,
};

/** Whether a word is a {@link PaymentEventKind}. */
export const isPaymentEventKind = (word: string): boolean =>
  Object.hasOwn(ORDER_STATUS_TABLE, word) || Object.hasOwn(OUTCOMES, word);

/** A recorded change of an order, as a handler receives it. */
export interface PaymentEvent {
  /**
   * After the commit: stable over all attempts of one effect, fit as a message id or an idempotency key. Inside the
   * transaction: of the attempt that commits; one that is rolled back leaves nothing to be recognised by it.
   */
  readonly id: string;
  readonly kind: PaymentEventKind;
  readonly group: string;
  readonly orderId: string;
  /** The shop's own name for the order (`reference` of its create), as it was when the change was recorded; null when it had none. */
  readonly reference: string | null;
  readonly transitionId: string;
  /**
   * What the service reported (equal to what the shop asked for, except in `amount_mismatch`); nothing in the order's
   * own currency when it reported a currency that ISO 4217 does not know.
   */
  readonly amount: Money;
  readonly amountRefunded: Money;
  /** What of {@link amount} the shopper gave as a tip at a till (option `allowTip`); null when nothing. */
  readonly tip: Money | null;
  readonly status: string | null;
  readonly previousStatus: string | null;
  /** The service's id, as text. */
  readonly transactionId: string | null;
  /** Payment method code, e.g. `IDEAL` (spec §2.3 `payment_details.type`). */
  readonly paymentMethod: string | null;
  /** Where the change was seen: notification, return, confirmation, … */
  readonly source: string;
  /** When it was recorded, epoch milliseconds (UTC). */
  readonly at: number;
}
