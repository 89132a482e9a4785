import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import type { NotificationMethod } from '../core/index.js';
import type { CartContent } from './cart.types.js';
import type { OrderRecurring } from './recurring.js';
import type { Tip } from './tip.types.js';

/**
 * How an order was made (protocol §2.1): on a payment page at once, by a link that is mailed, or with everything the
 * payment needs in the request itself.
 */
export type SandboxOrderType = 'redirect' | 'paymentlink' | 'direct';

/** An order as the service keeps it (spec §2.2). Amounts in minor units, times in epoch milliseconds (UTC). */
@Entity('sandbox_order')
@Index('sandbox_order_id_per_site', ['site', 'orderId'], { unique: true })
@Index('sandbox_order_expiry', ['status', 'expiresAt'])
@Index('sandbox_order_held', ['status', 'heldUntil'])
@Index('sandbox_order_reservation', ['captureExpiresAt', 'captureRemain'])
@Index('sandbox_order_second_chance', ['secondChanceAt'])
// One for each way in which the merchant pages narrow down their list, by age and by order id: none of them ever scans.
@Index('sandbox_order_by_group', ['group', 'id'])
@Index('sandbox_order_by_status', ['status', 'id'])
@Index('sandbox_order_by_both', ['group', 'status', 'id'])
@Index('sandbox_order_by_till', ['group', 'terminalId', 'id'])
@Index('sandbox_order_search', ['orderId', 'id'])
@Index('sandbox_order_search_group', ['group', 'orderId', 'id'])
@Index('sandbox_order_search_status', ['status', 'orderId', 'id'])
@Index('sandbox_order_search_both', ['group', 'status', 'orderId', 'id'])
export class SandboxOrderEntity {
  /** The sandbox's own key, sorted by age; not seen on the wire. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** The terminal group whose key made the order, and signs its notifications. */
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

  /** A number space of its own (protocol §3.4): `4004` is a soft decline at a till. */
  @Column({ name: 'reason_code', type: 'varchar', length: 8, default: '' })
  reasonCode: string;

  @Column({ type: 'integer' })
  amount: number;

  @Column({ name: 'amount_refunded', type: 'integer', default: 0 })
  amountRefunded: number;

  /** The part of `amountRefunded` that banks have taken back. */
  @Column({ name: 'amount_charged_back', type: 'integer', default: 0 })
  amountChargedBack: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 200 })
  description: string;

  /** The method the shop fixed; null: the shopper chooses on the payment page. */
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

  /** The newest transaction, by the sandbox's own key; null while no one has tried to pay. */
  @Column({ name: 'transaction_key', type: 'varchar', length: 36, nullable: true })
  transactionKey: string | null;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;

  @Column({ name: 'modified_at', type: 'integer' })
  modifiedAt: number;

  @Column({ name: 'completed_at', type: 'integer', nullable: true })
  completedAt: number | null;

  /** After this no one can pay any more. */
  @Column({ name: 'expires_at', type: 'integer' })
  expiresAt: number;

  /** Until when a payment that is held back can be decided on, or a shipment reported that its lender waits for; null while none is. */
  @Column({ name: 'held_until', type: 'integer', nullable: true })
  heldUntil: number | null;

  /** `manual`: paying only reserves the money, the shop captures it (protocol §2.4). */
  @Column({ type: 'varchar', length: 8, nullable: true })
  capture: 'manual' | null;

  /** What of a reservation can still be captured, minor units; null while nothing is reserved. */
  @Column({ name: 'capture_remain', type: 'integer', nullable: true })
  captureRemain: number | null;

  /** When the reservation lapses, epoch milliseconds. */
  @Column({ name: 'capture_expires_at', type: 'integer', nullable: true })
  captureExpiresAt: number | null;

  /** For a partial capture or shipment: the `order_id` of the order it was taken from. */
  @Column({ name: 'auth_order_id', type: 'varchar', length: 50, nullable: true })
  authOrderId: string | null;

  /** The till that asks for the payment; null for every order of a web shop (protocol §7). */
  @Column({ name: 'terminal_id', type: 'varchar', length: 50, nullable: true })
  terminalId: string | null;

  /** What was added at a till to what the shop asked; part of `amount`. */
  @Column({ type: 'simple-json', nullable: true })
  tip: Tip | null;

  /** The bank of a direct request. */
  @Column({ name: 'issuer_id', type: 'varchar', length: 20, nullable: true })
  issuerId: string | null;

  /** Carrier, track and trace, as the shop reported them. */
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

  /** Items and tax tables as they were sent: what a pay-later refund repeats (protocol §2.6). */
  @Column({ type: 'simple-json', nullable: true })
  cart: CartContent | null;

  /** Whether the shopper gets a second link after an abandoned payment (`second_chance`), and whether that was mailed. */
  @Column({ name: 'second_chance', type: 'varchar', length: 8, nullable: true })
  secondChance: 'wanted' | 'mailed' | null;

  /** When the second link is mailed or, once it was, ends; epoch milliseconds. */
  @Column({ name: 'second_chance_at', type: 'integer', nullable: true })
  secondChanceAt: number | null;

  @Column({ name: 'second_chance_mailed_at', type: 'integer', nullable: true })
  secondChanceMailedAt: number | null;
}

/** The state of an order that no one has tried to pay. */
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
