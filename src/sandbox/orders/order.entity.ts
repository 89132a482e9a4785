import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';

/** How an order was made (protocol of POST orders): on a payment page at once, or by a link that is mailed. */
export type SandboxOrderType = 'redirect' | 'paymentlink';

/** How the shop wants to be notified (spec §1.2). */
export type NotificationMethod = 'POST' | 'GET';

/** An order as the service keeps it (spec §2.2). Amounts in minor units, times in epoch milliseconds (UTC). */
@Entity('sandbox_order')
@Index('sandbox_order_id_per_site', ['site', 'orderId'], { unique: true })
@Index('sandbox_order_expiry', ['status', 'expiresAt'])
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

  @Column({ type: 'integer' })
  amount: number;

  @Column({ name: 'amount_refunded', type: 'integer', default: 0 })
  amountRefunded: number;

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

  /** The newest transaction, by the sandbox's own key; null while nobody has tried to pay. */
  @Column({ name: 'transaction_key', type: 'varchar', length: 36, nullable: true })
  transactionKey: string | null;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;

  @Column({ name: 'modified_at', type: 'integer' })
  modifiedAt: number;

  @Column({ name: 'completed_at', type: 'integer', nullable: true })
  completedAt: number | null;

  /** After this nobody can pay any more. */
  @Column({ name: 'expires_at', type: 'integer' })
  expiresAt: number;
}
