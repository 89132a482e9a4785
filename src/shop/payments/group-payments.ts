import type { Order, PosReceipt } from '../../protocol/index.js';
import type { Page } from '../../support/index.js';
import type { ReconcileWindow, ReconciliationReport } from '../admin/index.js';
import type {
  AccountClient,
  CheckoutClient,
  EventsClient,
  PaymentsClient,
  RawRequestClient,
  TokensClient,
  TransactionsClient,
} from '../client/index.js';
import type { OrderCaptures } from '../orders/index.js';
import type { Refund, RefundFilter, RefundRequest, RefundsService, RequestedRefund } from '../refunds/index.js';
import type { OfGroup, WithinGroup } from './bind-group.js';
import type { PaymentOrders } from './payment-orders.js';

/** The transactions list of one terminal group (spec §4.3). */
export type GroupTransactions = OfGroup<TransactionsClient, 'list' | 'get'>;

/** The means of payment that customers of one terminal group have let the shop store (protocol §2.12): {@link TokensClient}. */
export type GroupTokens = OfGroup<TokensClient, 'list' | 'get' | 'update' | 'delete'>;

/** The calls of one terminal group that are not about its orders. */
export interface GroupAccount
  extends
    OfGroup<AccountClient, 'paymentMethods' | 'gateways' | 'terminals' | 'terminalGroups'>,
    OfGroup<CheckoutClient, 'issuers' | 'apiToken' | 'applePaySession'>,
    OfGroup<EventsClient, 'events'>,
    OfGroup<RawRequestClient, 'request'> {
  /** The name in the options of the module. */
  readonly name: string;
  readonly transactions: GroupTransactions;
  /** Stored cards and other means of payment: listed, changed, deleted; an order with `recurringId` charges one. */
  readonly tokens: GroupTokens;
}

/** A call about an order of one terminal group. */
type OrderCall<Name extends keyof PaymentsClient> = OfGroup<PaymentsClient, Name>[Name];

/**
 * Changes to existing orders. Each call is sent once. The change comes back as a notification, and only that changes the
 * shop's own record. The call goes to the attempt that counts.
 */
export interface OrderChanges {
  /** Notes an invoice, or prolongs a pay-later reservation: {@link PaymentsClient.updateOrder}. */
  readonly update: OrderCall<'updateOrder'>;
  /** Reports that goods have left: {@link PaymentsClient.shipOrder}. */
  readonly ship: OrderCall<'shipOrder'>;
  /**
   * Cancels an unpaid order, or what Riverty has promised before the shipment; `{ session: 'terminal' }` for a till:
   * {@link PaymentsClient.cancelOrder}. `ORDER_CONFLICT` when the id is still another customer's at the service.
   */
  readonly cancel: OrderCall<'cancelOrder'>;
  /** Takes reserved money; a repeated click counts once: {@link OrderCaptures.capture}. */
  readonly capture: OfGroup<OrderCaptures, 'capture'>['capture'];
  /** Releases what is still reserved: {@link PaymentsClient.cancelReservation}. */
  readonly cancelReservation: OrderCall<'cancelReservation'>;
}

type OrderCalls =
  | 'find'
  | 'findByReference'
  | 'settle'
  | 'settlesWithin'
  | 'timeline'
  | 'sync'
  | 'acknowledge'
  | 'erase';

/** The orders of one terminal group: {@link PaymentOrders} without naming the group each time. */
export interface GroupOrders
  extends OrderChanges, OfGroup<PaymentOrders, 'create'>, WithinGroup<PaymentOrders, OrderCalls> {
  /** Reads the paid or open attempt of the order from the service (spec §4.2) without changing the shop's record. */
  get(orderId: string): Promise<Order>;
  /** The receipt of a completed payment at a till (protocol §2.11): {@link ReceiptsClient.receipt}. */
  receipt(orderId: string): Promise<PosReceipt>;
}

type LaneCalls = 'upcoming' | 'lane' | 'pauseLane' | 'resumeLane';
type RefundCalls = 'remaining' | 'evidence' | 'decisions' | 'cancel' | 'decide';

/** The refunds of one terminal group: {@link RefundsService} without naming the group each time. */
export interface GroupRefunds extends OfGroup<RefundsService, LaneCalls>, WithinGroup<RefundsService, RefundCalls> {
  /**
   * Requests a refund and returns at once; the same key is the same refund: {@link RefundsService.request}.
   *
   * @example
   * ```ts
   * const { refunds } = payments.group('web');
   * await refunds.request({ orderId: 'S10042', amount: 'remaining', reason: 'Order returned', key: 'return-88' });
   * ```
   */
  request(request: Omit<RefundRequest, 'group'>): Promise<RequestedRefund>;
  /** One refund by its id; null when this group has no such refund. */
  find(id: string): Promise<Refund | null>;
  /** One refund by the key of its request; null when there is none. */
  findByKey(key: string): Promise<Refund | null>;
  /** One page of refunds. */
  list(filter?: Omit<RefundFilter, 'group'>): Promise<Page<Refund>>;
}

/** All calls of one terminal group. */
export interface GroupPayments extends GroupAccount {
  readonly orders: GroupOrders;
  /** Compares the list of transactions with the orders of this group. See {@link Payments.reconcile}. */
  reconcile(window: ReconcileWindow): Promise<ReconciliationReport>;
  /** Gives money back, never twice. */
  readonly refunds: GroupRefunds;
}
