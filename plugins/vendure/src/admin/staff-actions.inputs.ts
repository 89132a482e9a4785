import type { ID } from '@vendure/core';

/** Identifies a payment of an order. */
export interface PaymentInput {
  readonly orderId: ID;
  readonly group: string;
  readonly paymentOrderId: string;
  readonly why?: string | null;
}

/** The reason that was handled. */
export interface AcknowledgeInput extends PaymentInput {
  readonly codes: readonly string[];
  readonly why: string;
}

/** A refund of money without a payment in Vendure. */
export interface SurplusInput extends PaymentInput {
  /** In Vendure's form; absent: all that is left of one payment, the overpayment first. */
  readonly amount?: number | null;
  /** Text that the customer may read. */
  readonly reason: string;
  /** The same key is the same refund: one for each click. */
  readonly key: string;
}

/** Identifies a refund of an order. */
export interface RefundInput {
  readonly orderId: ID;
  readonly refundId: string;
  readonly why: string;
}

/** The outcome of a refund. */
export interface DecideInput extends RefundInput {
  readonly verdict: 'PAID' | 'NOT_PAID';
  readonly serviceRefundId?: string | null;
}
