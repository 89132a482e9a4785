import type { CurrencyCode, ID } from '@vendure/core';

/** Something that needs attention. */
export interface AttentionView {
  readonly code: string;
  readonly text: string;
  readonly since: Date | null;
}

/** A refund. Amounts in Vendure's form. */
export interface RefundView {
  readonly refundId: string;
  readonly origin: 'SHOP' | 'ELSEWHERE' | 'CHARGEBACK';
  readonly amount: number;
  readonly state: string;
  readonly stateName: string;
  readonly stateText: string;
  readonly stateReason: string | null;
  readonly reason: string;
  readonly serviceRefundId: string | null;
  readonly plannedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly canCancel: boolean;
  readonly needsDecision: boolean;
}

/** A requested payment, as the module knows it. Amounts in Vendure's form. */
export interface PaymentOrderView {
  readonly group: string;
  readonly paymentOrderId: string;
  readonly serviceOrderId: string | null;
  readonly attempt: number;
  readonly status: string | null;
  readonly statusText: string;
  readonly amount: number;
  readonly amountRefunded: number;
  readonly refundable: number;
  readonly currencyCode: CurrencyCode;
  readonly method: string;
  readonly paymentMethod: string | null;
  readonly paid: boolean;
  readonly paidAt: Date | null;
  readonly transactionId: string | null;
  readonly paymentUrl: string | null;
  readonly settlesAt: Date | null;
  readonly createdAt: Date;
  readonly attention: readonly AttentionView[];
  readonly refunds: readonly RefundView[];
}

/** An event of a payment. */
export interface TimelineView {
  readonly at: Date;
  readonly paymentOrderId: string;
  readonly kind: string;
  readonly text: string;
  readonly isDetail: boolean;
}

/** What the module knows about the payments of a Vendure order. */
export interface OrderOverviewView {
  readonly __typename: 'TillbridgeOrder';
  readonly orderId: ID;
  readonly orderCode: string;
  readonly payments: readonly PaymentOrderView[];
  readonly timeline: readonly TimelineView[];
}

/** An order that needs attention. */
export interface AttentionItemView {
  readonly orderId: ID;
  readonly orderCode: string;
  readonly amount: number;
  readonly currencyCode: CurrencyCode;
  readonly attention: AttentionView;
}

/** One page of the orders that need attention. */
export interface AttentionListView {
  readonly items: readonly AttentionItemView[];
  readonly totalItems: number;
}
