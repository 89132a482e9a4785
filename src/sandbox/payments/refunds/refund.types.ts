/** A refund request whose own fields are checked (protocol §2.6). */
export interface RefundRequest {
  /** Minor units; null: all that is left. */
  readonly amount: number | null;
  readonly description: string | null;
  /** The refund's own order_id; null: the id of the original order. */
  readonly refundOrderId: string | null;
  readonly variables: Record<string, string | null>;
  /** The payment, by the sandbox's own key of its transaction; default: the one whose state the order has. */
  readonly transactionKey?: string | null;
}

/** The source: the shop through the API, or a person in the merchant's dashboard. */
export type RefundSource = 'api' | 'dashboard';

/** A refund in the library's form. */
export interface SandboxRefund {
  readonly orderId: string;
  /** The service's id of the refund. */
  readonly refundId: string;
  /** Minor units. */
  readonly amount: number;
  readonly status: string;
}
