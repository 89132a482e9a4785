import type { ID } from '@vendure/core';

/** Names a payment of an order. */
export interface PaymentInput {
  readonly orderId: ID;
  readonly group: string;
  readonly paymentOrderId: string;
  readonly why?: string | null;
}

/** What was seen to. */
export interface AcknowledgeInput extends PaymentInput {
  readonly codes: readonly string[];
  readonly why: string;
}

/** Money to be given back that Vendure has no payment for. */
export interface SurplusInput extends PaymentInput {
  /** As Vendure keeps amounts; absent: all that is left of one payment, the surplus first. */
  readonly amount?: number | null;
  /** What the customer may read. */
  readonly reason: string;
  /** The same key is the same refund: one for each click. */
  readonly key: string;
}

/** Names a refund of an order. */
export interface RefundInput {
  readonly orderId: ID;
  readonly refundId: string;
  readonly why: string;
}

/** What became of a refund. */
export interface DecideInput extends RefundInput {
  readonly verdict: 'PAID' | 'NOT_PAID';
  readonly serviceRefundId?: string | null;
}
