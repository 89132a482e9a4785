import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';
import type { KnownTransaction, ReceivedMoney } from '../merge/merge.types.js';
import type { PaymentStatus } from '../merge/payment-status.js';

/**
 * An order as the shop knows it: the requested terms, and what the service was seen to report. Only {@link Ledger.observe}
 * changes what was seen. Amounts in minor units, times in epoch milliseconds (UTC), ids as text.
 */
@Entity('tillbridge_order')
@Index('tillbridge_order_id', ['orderId', 'group'])
@Index('tillbridge_order_transaction', ['transactionId'])
@Index('tillbridge_order_created', ['group', 'createdAt', 'orderId'])
@Index('tillbridge_order_paid', ['paidAt'])
@Index('tillbridge_order_status', ['status', 'group', 'createdAt', 'orderId'])
@Index('tillbridge_order_attention', ['attention', 'group', 'createdAt', 'orderId'])
@Index('tillbridge_order_method', ['paymentMethod', 'group', 'createdAt', 'orderId'])
@Index('tillbridge_order_amount', ['group', 'currency', 'amount', 'createdAt', 'orderId'])
@Index('tillbridge_order_reference', ['reference', 'createdAt', 'orderId'])
@Index('tillbridge_order_retention', ['erasedAt', 'createdAt', 'group', 'orderId'])
export class PaymentOrderEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The shop's own order id (spec §2.5). */
  @PrimaryColumn({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  @Column({ type: 'varchar', length: 8 })
  mode: string;

  /** The amount that the shop now asks for, in minor units. An observation with another amount never counts as paid. */
  @Column(bigintColumn())
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 200 })
  description: string;

  /** The shop's reference of its latest create that gave one; the service never sees it. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  reference: string | null;

  /** Number of the newest attempt; its facts are in tillbridge_attempt. */
  @Column({ type: 'int', default: 1 })
  attempt: number;

  /** Null until the service has reported the order's newest attempt that reached it. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  status: PaymentStatus | null;

  /** The service's own word for {@link status}, unchanged; null where nothing has been seen since this column exists. */
  @Column({ name: 'service_status', type: 'varchar', length: 64, nullable: true })
  serviceStatus: string | null;

  @Column({ name: 'financial_status', type: 'varchar', length: 64, nullable: true })
  financialStatus: string | null;

  /** The service's own id, as text: it may have more digits than a number holds exactly. */
  @Column({ name: 'transaction_id', type: 'varchar', length: 64, nullable: true })
  transactionId: string | null;

  /** The method of its payment, or of the last try, in the service's words; null where none was seen since this column exists. */
  @Column({ name: 'payment_method', type: 'varchar', length: 64, nullable: true })
  paymentMethod: string | null;

  @Column(bigintColumn({ name: 'amount_refunded', default: 0 }))
  amountRefunded: number;

  /** Set once, when money was first seen; never cleared (paid is a latch). */
  @Column(bigintColumn({ name: 'paid_at', nullable: true }))
  paidAt: number | null;

  @Column({ name: 'paid_transaction_id', type: 'varchar', length: 64, nullable: true })
  paidTransactionId: string | null;

  /** What is known of each transaction of each attempt. The columns above are derived from it. */
  @Column({ type: 'simple-json', nullable: true })
  transactions: KnownTransaction[] | null;

  /** Money in another amount or currency than the attempt's; null when there is none. */
  @Column({ type: 'simple-json', nullable: true })
  mismatches: string[] | null;

  /** Received money that differs from the attempt: another amount, parts, tips; null when there is none. */
  @Column({ type: 'simple-json', nullable: true })
  received: ReceivedMoney[] | null;

  /** `modified` of the newest applied observation. */
  @Column(bigintColumn({ name: 'modified_at', nullable: true }))
  modifiedAt: number | null;

  /** Why a person should look at this order, e.g. `amount_mismatch`; null when there is no reason. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  attention: string | null;

  /** Number of transitions recorded; the next one gets this number plus one. */
  @Column({ type: 'int', default: 0 })
  version: number;

  /** When its personal data was erased; 0 while it holds any (also of a later refund). Not null, so that an index sorts by it. */
  @Column(bigintColumn({ name: 'erased_at', default: 0 }))
  erasedAt: number;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
