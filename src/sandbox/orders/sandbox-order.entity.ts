import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import type { NotificationMethod } from '../core/index.js';
import type { CartContent } from './cart.types.js';
import type { OrderRecurring } from './recurring.js';
import type { Tip } from './tip.types.js';

/**
 * How an order is paid (protocol §2.1): on a payment page, through a link that is mailed, or with payment data in the
 * request itself.
 */
export type SandboxOrderType = 'redirect' | 'paymentlink' | 'direct';

/** An order of the service (spec §2.2). Amounts in minor units, times in epoch milliseconds (UTC). */
@Entity('sandbox_order')
@Index('sandbox_order_id_per_site', ['site', 'orderId'], { unique: true })
@Index('sandbox_order_expiry', ['status', 'expiresAt'])
@Index('sandbox_order_held', ['status', 'heldUntil'])
@Index('sandbox_order_reservation', ['captureExpiresAt', 'captureRemain'])
@Index('sandbox_order_second_chance', ['secondChanceAt'])
// One index for each filter of the merchant pages' list, by age and by order id: no filter scans the table.
@Index('sandbox_order_by_group', ['group', 'id'])
@Index('sandbox_order_by_status', ['status', 'id'])
@Index('sandbox_order_by_both', ['group', 'status', 'id'])
@Index('sandbox_order_by_till', ['group', 'terminalId', 'id'])
@Index('sandbox_order_search', ['orderId', 'id'])
@Index('sandbox_order_search_group', ['group', 'orderId', 'id'])
@Index('sandbox_order_search_status', ['status', 'orderId', 'id'])
@Index('sandbox_order_search_both', ['group', 'status', 'orderId', 'id'])
export class SandboxOrderEntity {
  /** The sandbox's own key, sorted by time; not part of the wire format. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** The terminal group whose key created the order and signs its notifications. */
  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The website: `order_id` is unique within it (spec §2.5). */
  @Column({ type: 'varchar', length: 64 })
  site: string;

  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  @Column({ type: 'varchar', length: 16 })
  type: SandboxOrderType;

  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  @Column({ name: 'financial_status', type: 'varchar', length: 16 })
  financialStatus: OrderStatus;

  @Column({ type: 'varchar', length: 200, default: '' })
  reason: string;

  /** Other numbers than error codes (protocol §3.4): `4004` is a soft decline at a till. */
  @Column({ name: 'reason_code', type: 'varchar', length: 8, default: '' })
  reasonCode: string;

  @Column({ type: 'integer' })
  amount: number;

  @Column({ name: 'amount_refunded', type: 'integer', default: 0 })
  amountRefunded: number;

  /** The part of `amountRefunded` from chargebacks. */
  @Column({ name: 'amount_charged_back', type: 'integer', default: 0 })
  amountChargedBack: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 200 })
  description: string;

  /** The method that the shop has fixed; null: the shopper chooses on the payment page. */
  @Column({ type: 'varchar', length: 20, nullable: true })
  gateway: string | null;

  @Column({ name: 'notification_url', type: 'text', nullable: true })
  notificationUrl: string | null;

  @Column({ name: 'notification_method', type: 'varchar', length: 4 })
  notificationMethod: NotificationMethod;

  @Column({ name: 'redirect_url', type: 'text', nullable: true })
  redirectUrl: string | null;

  @Column({ name: 'cancel_url', type: 'text', nullable: true })
  cancelUrl: string | null;

  @Column({ type: 'simple-json' })
  customer: Record<string, string | null>;

  @Column({ name: 'custom_info', type: 'simple-json' })
  customInfo: Record<string, string | null>;

  /** `var1` to `var3`. */
  @Column({ type: 'simple-json' })
  variables: Record<string, string | null>;

  /**
   * The transaction whose state the order has, by the sandbox's own key: the try begun last, or the one that has paid the
   * order; null before the first.
   */
  @Column({ name: 'transaction_key', type: 'varchar', length: 36, nullable: true })
  transactionKey: string | null;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;

  @Column({ name: 'modified_at', type: 'integer' })
  modifiedAt: number;

  @Column({ name: 'completed_at', type: 'integer', nullable: true })
  completedAt: number | null;

  /** The end of the time for payment. */
  @Column({ name: 'expires_at', type: 'integer' })
  expiresAt: number;

  /** The end of the time for deciding a held payment, or for shipping what a lender has promised to pay; else null. */
  @Column({ name: 'held_until', type: 'integer', nullable: true })
  heldUntil: number | null;

  /** `manual`: the payment only reserves the money, and the shop captures it (protocol §2.4). */
  @Column({ type: 'varchar', length: 8, nullable: true })
  capture: 'manual' | null;

  /** The reserved amount that can still be captured, minor units; null if nothing is reserved. */
  @Column({ name: 'capture_remain', type: 'integer', nullable: true })
  captureRemain: number | null;

  /** When the reservation lapses, epoch milliseconds. */
  @Column({ name: 'capture_expires_at', type: 'integer', nullable: true })
  captureExpiresAt: number | null;

  /** For a partial capture or shipment: the `order_id` of the original order. */
  @Column({ name: 'auth_order_id', type: 'varchar', length: 50, nullable: true })
  authOrderId: string | null;

  /** The till that takes the payment; null for every order of a web shop (protocol §7). */
  @Column({ name: 'terminal_id', type: 'varchar', length: 50, nullable: true })
  terminalId: string | null;

  /** The tip at a till; part of `amount`. */
  @Column({ type: 'simple-json', nullable: true })
  tip: Tip | null;

  /** The bank of a direct request. */
  @Column({ name: 'issuer_id', type: 'varchar', length: 20, nullable: true })
  issuerId: string | null;

  /** Carrier and tracking data from the shop. */
  @Column({ type: 'simple-json', nullable: true })
  shipment: Record<string, string | null> | null;

  @Column({ name: 'shipped_at', type: 'integer', nullable: true })
  shippedAt: number | null;

  /** The shop's invoice number. */
  @Column({ name: 'invoice_id', type: 'varchar', length: 100, nullable: true })
  invoiceId: string | null;

  /** The token that it charges or stores; null: none. */
  @Column({ type: 'simple-json', nullable: true })
  recurring: OrderRecurring | null;

  /** Items and tax tables, unchanged: a pay-later refund repeats them (protocol §2.6). */
  @Column({ type: 'simple-json', nullable: true })
  cart: CartContent | null;

  /** Whether the shopper gets a second link after an abandoned payment (`second_chance`), and whether it was mailed. */
  @Column({ name: 'second_chance', type: 'varchar', length: 8, nullable: true })
  secondChance: 'wanted' | 'mailed' | null;

  /** When the second link is mailed, or when a mailed one expires; epoch milliseconds. */
  @Column({ name: 'second_chance_at', type: 'integer', nullable: true })
  secondChanceAt: number | null;

  @Column({ name: 'second_chance_mailed_at', type: 'integer', nullable: true })
  secondChanceMailedAt: number | null;
}

/** The state of an order without a payment attempt. */
export const NEW_ORDER_STATE = {
  status: 'initialized',
  financialStatus: 'initialized',
  reason: '',
  reasonCode: '',
  amountRefunded: 0,
  amountChargedBack: 0,
  transactionKey: null,
  completedAt: null,
  heldUntil: null,
  capture: null,
  captureRemain: null,
  captureExpiresAt: null,
  authOrderId: null,
  terminalId: null,
  tip: null,
  issuerId: null,
  shipment: null,
  shippedAt: null,
  invoiceId: null,
  recurring: null,
  cart: null,
  secondChance: null,
  secondChanceAt: null,
  secondChanceMailedAt: null,
} as const satisfies Partial<SandboxOrderEntity>;
