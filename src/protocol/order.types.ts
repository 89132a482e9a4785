import type { CustomInfo, Customer } from './customer.types.js';
import type { OrderCart, OrderCheckoutOptions } from './order-cart.types.js';
import type { PaymentDetails } from './payment-details.types.js';

/**
 * The order object of the service, in its own field names (spec §2.2), with every field present.
 *
 * It is what {@link parseOrder} makes of a notification body or of the `data` of a get-order answer. Texts are as they
 * came; ids are text without loss of digits; amounts are integer minor units; times are the service's zone-less texts.
 */
export interface Order {
  /** Integer minor units; `null` on a session without a transaction. */
  readonly amount: number | null;
  /** Integer minor units; 0 when absent. Includes refunds that are booked but not yet paid out (protocol §6.3). */
  readonly amount_refunded: number;
  readonly completed: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly costs: readonly Cost[];
  /** ISO 4217. */
  readonly currency: string | null;
  readonly custom_info: CustomInfo;
  readonly customer: Customer;
  readonly description: string | null;
  readonly fastcheckout: string | null;
  /** Similar to `status` but a value set of its own; `null` on a session without a transaction. */
  readonly financial_status: string | null;
  /** Null, text, HTML or rows: opaque, never to be parsed. */
  readonly items: unknown;
  /** Kept so that a refund can name lines (see `refundCartOf`); it is never stored. */
  readonly shopping_cart: OrderCart;
  readonly checkout_options: OrderCheckoutOptions;
  /** Decimal text in MAJOR units, of orders with a cart. */
  readonly order_total: string | null;
  /** The merchant's identifier of the order. */
  readonly order_id: string | null;
  /** Of a part that was captured of a reservation, or shipped: the `order_id` that it was split off (protocol §5.1). */
  readonly auth_order_id: string | null;
  readonly payment_details: PaymentDetails;
  readonly payment_methods: readonly PaymentMethod[];
  readonly reason: string | null;
  /** A number space of its own: `1000` means approved, it is not an error code of spec §7. */
  readonly reason_code: string | null;
  readonly related_transactions: readonly RelatedTransaction[];
  /**
   * Where something stands that may tell of money given back and cannot be read, such as `amount_refunded` or
   * `related_transactions[0].amount`; empty when all was well. Not a field of the service. What such an answer does not show is
   * not proved absent.
   */
  readonly unreadable: readonly string[];
  /** As it came; see {@link normaliseStatus}. */
  readonly status: string | null;
  /** The service's identifier; up to 25 digits as text. */
  readonly transaction_id: string | null;
  readonly session_id: string | null;
  readonly payment_url: string | null;
  readonly var1: string | null;
  readonly var2: string | null;
  readonly var3: string | null;
}

/** One row of `costs` (spec §2.2); for information, never a ledger. */
export interface Cost {
  /** Decimal text in MAJOR units, unlike every other amount. */
  readonly amount: string | null;
  /** Service time, on rows of refunds. */
  readonly created: string | null;
  readonly description: string | null;
  readonly transaction_id: string | null;
  readonly type: string | null;
}

/** One means by which the order was paid (spec §2.2); several when a gift card pays a part. */
export interface PaymentMethod {
  /** Integer minor units. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly description: string | null;
  readonly external_transaction_id: string | null;
  readonly payment_description: string | null;
  readonly status: string | null;
  readonly type: string | null;
  readonly account_holder_name: string | null;
  /** `YYMM`, always four digits. */
  readonly card_expiry_date: string | null;
}

/** A refund, capture or chargeback of the order (protocol §5.8). */
export interface RelatedTransaction {
  /** The service's identifier of the related transaction; equals `refund_id` for a refund. */
  readonly transaction_id: string | null;
  readonly reference_transaction_id: string | null;
  /** `refund`, `capture`, `chargeback`, `reverse-chargeback`, `auth-cancellation`; absent in old answers. */
  readonly type: string | null;
  readonly order_id: string | null;
  readonly refund_order_id: string | null;
  readonly status: string | null;
  /** Integer minor units. */
  readonly amount: number | null;
  readonly currency: string | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly description: string | null;
  readonly var1: string | null;
  readonly var2: string | null;
  readonly var3: string | null;
}

/** What of an {@link Order} tells how its payment stands: nothing of who has bought what. */
export type OrderStanding = Pick<
  Order,
  | 'amount'
  | 'amount_refunded'
  | 'auth_order_id'
  | 'created'
  | 'currency'
  | 'financial_status'
  | 'modified'
  | 'order_id'
  | 'related_transactions'
  | 'status'
  | 'transaction_id'
  | 'unreadable'
> & { readonly payment_details: Pick<PaymentDetails, 'capture' | 'capture_remain' | 'terminal_id' | 'type'> };
