import type { CustomInfo, Customer } from './customer.types.js';
import type { OrderCart, OrderCheckoutOptions } from './order-cart.types.js';
import type { PaymentDetails } from './payment-details.types.js';

/**
 * The order object of the service, with its own field names (spec §2.2) and every field present.
 *
 * {@link parseOrder} makes it from a notification body or from the `data` of a get-order answer. Texts are unchanged;
 * ids are text without loss of digits; amounts are integer minor units; times are the service's texts without a zone.
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
  /** Similar to `status`, with values of its own; `null` on a session without a transaction. */
  readonly financial_status: string | null;
  /** Null, text, HTML or rows: do not parse it. */
  readonly items: unknown;
  /** Kept so that a refund can repeat lines (see `refundCartOf`); it is never stored. */
  readonly shopping_cart: OrderCart;
  readonly checkout_options: OrderCheckoutOptions;
  /** Decimal text in MAJOR units; only for orders with a cart. */
  readonly order_total: string | null;
  /** The merchant's identifier of the order. */
  readonly order_id: string | null;
  /** Of a captured or shipped part: the `order_id` of the order that it belongs to (protocol §5.1). */
  readonly auth_order_id: string | null;
  readonly payment_details: PaymentDetails;
  readonly payment_methods: readonly PaymentMethod[];
  readonly reason: string | null;
  /** Other numbers than the error codes of spec §7: `1000` means approved. */
  readonly reason_code: string | null;
  readonly related_transactions: readonly RelatedTransaction[];
  /**
   * The paths of fields about returned money that cannot be read, such as `amount_refunded` or
   * `related_transactions[0].amount`; empty if there are none. Not a field of the service. If it is not empty, a refund
   * that the answer does not show may still exist.
   */
  readonly unreadable: readonly string[];
  /**
   * Whether `amount_refunded` is absent or null: 0 says nothing then. Not a field of the service.
   */
  readonly omitsAmountRefunded: boolean;
  /** As received; see {@link normaliseStatus}. */
  readonly status: string | null;
  /** The service's identifier; up to 25 digits as text. */
  readonly transaction_id: string | null;
  readonly session_id: string | null;
  readonly payment_url: string | null;
  readonly var1: string | null;
  readonly var2: string | null;
  readonly var3: string | null;
}

/** One row of `costs` (spec §2.2); for information only, not for accounting. */
export interface Cost {
  /** Decimal text in MAJOR units, unlike every other amount. */
  readonly amount: string | null;
  /** Service time; only on rows of refunds. */
  readonly created: string | null;
  readonly description: string | null;
  /** Only on rows of refunds. */
  readonly status: string | null;
  /** On a row of a refund that of the refund; otherwise of the fee. */
  readonly transaction_id: string | null;
  /** `SYSTEM` for a fee; `withdraw` or `internal` for a refund. */
  readonly type: string | null;
}

/** One means of payment of the order (spec §2.2); there are several if a gift card paid a part. */
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

/** The fields of an {@link Order} that tell the state of its payment, without personal data. */
export type OrderStanding = Pick<
  Order,
  | 'amount'
  | 'amount_refunded'
  | 'auth_order_id'
  | 'costs'
  | 'created'
  | 'currency'
  | 'financial_status'
  | 'modified'
  | 'omitsAmountRefunded'
  | 'order_id'
  | 'related_transactions'
  | 'status'
  | 'transaction_id'
  | 'unreadable'
> & {
  readonly payment_details: Pick<
    PaymentDetails,
    'capture' | 'capture_remain' | 'coupon_brand' | 'terminal_id' | 'type'
  >;
};
