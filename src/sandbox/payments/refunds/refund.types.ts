/** A refund that is asked for, checked as far as its own fields go (protocol §2.6). */
export interface RefundRequest {
  /** Minor units; null: everything that is left. */
  readonly amount: number | null;
  readonly description: string | null;
  /** The refund's own order_id; null: that of the original. */
  readonly refundOrderId: string | null;
  readonly variables: Record<string, string | null>;
}

/** Who asks: the shop through the API, or a person in the merchant's dashboard. */
export type RefundSource = 'api' | 'dashboard';

/** A refund as the library face shows it. */
export interface SandboxRefund {
  readonly orderId: string;
  /** The service's id of the refund. */
  readonly refundId: string;
  /** Minor units. */
  readonly amount: number;
  readonly status: string;
}
