/** Something that needs attention. */
export interface Attention {
  readonly code: string;
  readonly text: string;
  readonly since: string | null;
}

/** A refund. */
export interface RefundParts {
  readonly refundId: string;
  readonly origin: 'SHOP' | 'ELSEWHERE' | 'CHARGEBACK';
  readonly amount: number;
  readonly state: string;
  readonly stateName: string;
  readonly stateText: string;
  readonly stateReason: string | null;
  readonly reason: string;
  readonly serviceRefundId: string | null;
  readonly plannedAt: string | null;
  readonly createdAt: string;
  readonly canCancel: boolean;
  readonly needsDecision: boolean;
}

/** A requested payment. */
export interface PaymentParts {
  readonly group: string;
  readonly paymentOrderId: string;
  readonly serviceOrderId: string | null;
  readonly attempt: number;
  readonly status: string | null;
  readonly statusText: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly refundable: number;
  readonly currencyCode: string;
  readonly method: string;
  readonly paymentMethod: string | null;
  readonly paid: boolean;
  readonly paidAt: string | null;
  readonly transactionId: string | null;
  readonly paymentUrl: string | null;
  readonly settlesAt: string | null;
  readonly createdAt: string;
  readonly attention: readonly Attention[];
  readonly refunds: readonly RefundParts[];
}

/** An event of a payment. */
export interface TimelineParts {
  readonly at: string;
  readonly paymentOrderId: string;
  readonly kind: string;
  readonly text: string;
  readonly isDetail: boolean;
}

/** What is known about the payments of an order. */
export interface OrderOverview {
  readonly __typename: 'TillbridgeOrder';
  readonly orderId: string;
  readonly payments: readonly PaymentParts[];
  readonly timeline: readonly TimelineParts[];
}

/** An order that needs attention. */
export interface AttentionItem {
  readonly orderId: string;
  readonly orderCode: string;
  readonly amount: number;
  readonly currencyCode: string;
  readonly attention: Attention;
}

/** One page of these orders. */
export interface AttentionList {
  readonly totalItems: number;
  readonly items: readonly AttentionItem[];
}
