import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import type { PaidWith } from './methods/paid-with.js';

/** What a transaction is (protocol §2.8, §5.8). */
export type SandboxTransactionType =
  | 'payment'
  | 'refund'
  | 'capture'
  | 'shipment'
  | 'chargeback'
  | 'reverse-chargeback'
  | 'auth-cancellation';

/**
 * One movement of money: an attempt to pay, or what came after it. A second try after a decline is a second
 * transaction of the same order; a refund is a transaction with an `order_id` of its own.
 */
@Entity('sandbox_transaction')
@Index('sandbox_transaction_id', ['transactionId'], { unique: true })
@Index('sandbox_transaction_order', ['orderKey', 'id'])
@Index('sandbox_transaction_parent', ['parentKey'])
@Index('sandbox_transaction_list', ['group', 'id'])
@Index('sandbox_transaction_own_order', ['site', 'orderId'])
@Index('sandbox_transaction_due', ['status', 'dueAt'])
export class SandboxTransactionEntity {
  /** The sandbox's own key, sorted by age; not seen on the wire. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ type: 'varchar', length: 20, default: 'payment' })
  type: SandboxTransactionType;

  /** The order it belongs to: for a refund or chargeback the one that was paid. */
  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** The order among whose `related_transactions` it is listed; null for an attempt to pay. */
  @Column({ name: 'parent_key', type: 'varchar', length: 36, nullable: true })
  parentKey: string | null;

  /** The terminal group of the order. */
  @Column({ name: 'group_name', type: 'varchar', length: 64, default: '' })
  group: string;

  /** The website of the order. */
  @Column({ type: 'varchar', length: 64, default: '' })
  site: string;

  /** Its `order_id` on the wire; a refund's may be its own. */
  @Column({ name: 'order_id', type: 'varchar', length: 50, default: '' })
  orderId: string;

  /** The `refund_order_id` as the shop gave it, whether or not it is ever shown again. */
  @Column({ name: 'refund_order_id', type: 'varchar', length: 50, nullable: true })
  refundOrderId: string | null;

  /** 16 digits: unix seconds and six more. Text, so that nothing ever rounds it. */
  @Column({ name: 'transaction_id', type: 'varchar', length: 18 })
  transactionId: string;

  /** The transaction that it takes back or continues. */
  @Column({ name: 'reference_id', type: 'varchar', length: 18, nullable: true })
  referenceId: string | null;

  /** Payment method code, e.g. `IDEAL`. */
  @Column({ type: 'varchar', length: 20 })
  method: string;

  /** What the shopper paid with; null where it was not said. */
  @Column({ name: 'paid_with', type: 'simple-json', nullable: true })
  paidWith: PaidWith | null;

  /** Whether it pays a part of the order only: the rest is paid by others. */
  @Column({ name: 'is_part', type: 'boolean', default: false })
  isPart: boolean;

  /** What of it is on its gift card again, minor units. */
  @Column({ type: 'integer', default: 0 })
  returned: number;

  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  @Column({ name: 'financial_status', type: 'varchar', length: 16, default: 'initialized' })
  financialStatus: OrderStatus;

  /** Minor units. */
  @Column({ type: 'integer' })
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 200, default: '' })
  description: string;

  /** `var1` to `var3`. */
  @Column({ type: 'simple-json', default: '{}' })
  variables: Record<string, string | null>;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;

  @Column({ name: 'modified_at', type: 'integer', default: 0 })
  modifiedAt: number;

  @Column({ name: 'completed_at', type: 'integer', nullable: true })
  completedAt: number | null;

  /** When a refund that is reserved will be paid out, epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer', nullable: true })
  dueAt: number | null;
}
