import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';
import type { PaidWith } from './methods/paid-with.js';

/** The kinds of transactions (protocol §2.8, §5.8). */
export type SandboxTransactionType =
  | 'payment'
  | 'refund'
  | 'capture'
  | 'shipment'
  | 'chargeback'
  | 'reverse-chargeback'
  | 'auth-cancellation';

/**
 * One movement of money: a payment attempt, or a later movement. A second attempt after a decline is a second
 * transaction of the same order; a refund is a transaction with its own `order_id`.
 */
@Entity('sandbox_transaction')
@Index('sandbox_transaction_id', ['transactionId'], { unique: true })
@Index('sandbox_transaction_order', ['orderKey', 'id'])
@Index('sandbox_transaction_parent', ['parentKey'])
@Index('sandbox_transaction_list', ['group', 'id'])
@Index('sandbox_transaction_own_order', ['site', 'orderId'])
@Index('sandbox_transaction_due', ['status', 'dueAt'])
export class SandboxTransactionEntity {
  /** The sandbox's own key, sorted by time; not part of the wire format. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ type: 'varchar', length: 20, default: 'payment' })
  type: SandboxTransactionType;

  /** Its order: for a refund or chargeback the order that was paid. */
  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** The order that lists it in `related_transactions`; null for a payment attempt. */
  @Column({ name: 'parent_key', type: 'varchar', length: 36, nullable: true })
  parentKey: string | null;

  /** The terminal group of the order. */
  @Column({ name: 'group_name', type: 'varchar', length: 64, default: '' })
  group: string;

  /** The website of the order. */
  @Column({ type: 'varchar', length: 64, default: '' })
  site: string;

  /** Its `order_id` on the wire; a refund may have its own. */
  @Column({ name: 'order_id', type: 'varchar', length: 50, default: '' })
  orderId: string;

  /** The `refund_order_id` from the shop, even if it is never returned. */
  @Column({ name: 'refund_order_id', type: 'varchar', length: 50, nullable: true })
  refundOrderId: string | null;

  /** 16 digits: unix seconds and six more. Text, so that it is never rounded. */
  @Column({ name: 'transaction_id', type: 'varchar', length: 18 })
  transactionId: string;

  /** The transaction that it reverses or continues. */
  @Column({ name: 'reference_id', type: 'varchar', length: 18, nullable: true })
  referenceId: string | null;

  /** Payment method code, e.g. `IDEAL`. */
  @Column({ type: 'varchar', length: 20 })
  method: string;

  /** The means of payment; null if unknown. */
  @Column({ name: 'paid_with', type: 'simple-json', nullable: true })
  paidWith: PaidWith | null;

  /** Whether it pays only a part of the order, and other transactions pay the rest. */
  @Column({ name: 'is_part', type: 'boolean', default: false })
  isPart: boolean;

  /** Whether it is a refund that its order shows among the costs only. */
  @Column({ name: 'in_costs', type: 'boolean', default: false })
  inCosts: boolean;

  /** The part that was returned to its gift card, minor units. */
  @Column({ type: 'integer', default: 0 })
  returned: number;

  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  @Column({ name: 'financial_status', type: 'varchar', length: 16, default: 'initialized' })
  financialStatus: OrderStatus;

  @Column({ type: 'varchar', length: 200, default: '' })
  reason: string;

  @Column({ name: 'reason_code', type: 'varchar', length: 8, default: '' })
  reasonCode: string;

  /** Minor units. */
  @Column({ type: 'integer' })
  amount: number;

  /** What was given back of a try that was paid besides another one, minor units. */
  @Column({ name: 'amount_refunded', type: 'integer', default: 0 })
  amountRefunded: number;

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

  /** When a reserved refund will be paid out, or when an undecided payment ends by itself; epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer', nullable: true })
  dueAt: number | null;
}
