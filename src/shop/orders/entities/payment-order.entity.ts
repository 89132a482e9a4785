import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';
import type { KnownTransaction, ReceivedMoney } from '../merge/merge.types.js';
import type { PaymentStatus } from '../merge/payment-status.js';

/**
 * An order as the shop knows it: what was asked for, and what the service has been seen to say of it.
 * Only {@link Ledger.observe} changes what was seen. Amounts in minor units, times in epoch milliseconds (UTC), ids as text.
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

  /** What the shop asks for now, in minor units; an observation with another amount is never "paid". */
  @Column(bigintColumn())
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 200 })
  description: string;

  /** The shop's own name for it, of its latest create that gave one; the service never sees it. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  reference: string | null;

  /** Number of the newest attempt; its own facts are in tillbridge_attempt. */
  @Column({ type: 'int', default: 1 })
  attempt: number;

  /** Null until the service has said anything of the order's newest attempt that reached it. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  status: PaymentStatus | null;

  /** The service's own word for {@link status}, as it came; null where nothing has been seen since it is kept. */
  @Column({ name: 'service_status', type: 'varchar', length: 64, nullable: true })
  serviceStatus: string | null;

  @Column({ name: 'financial_status', type: 'varchar', length: 64, nullable: true })
  financialStatus: string | null;

  /** The service's own id, as text: it may have more digits than a number holds exactly. */
  @Column({ name: 'transaction_id', type: 'varchar', length: 64, nullable: true })
  transactionId: string | null;

  /** How its payment, or the last try of one, was made, as the service calls it; null where nothing has been seen since it is kept. */
  @Column({ name: 'payment_method', type: 'varchar', length: 64, nullable: true })
  paymentMethod: string | null;

  @Column(bigintColumn({ name: 'amount_refunded', default: 0 }))
  amountRefunded: number;

  /** Set once, when money was first seen; never cleared (paid is a latch). */
  @Column(bigintColumn({ name: 'paid_at', nullable: true }))
  paidAt: number | null;

  @Column({ name: 'paid_transaction_id', type: 'varchar', length: 64, nullable: true })
  paidTransactionId: string | null;

  /** What is known of each transaction of each attempt; the columns above are worked out of it. */
  @Column({ type: 'simple-json', nullable: true })
  transactions: KnownTransaction[] | null;

  /** Money that came in another amount or currency than asked for; null when none did. */
  @Column({ type: 'simple-json', nullable: true })
  mismatches: string[] | null;

  /** What came in where that is not what the attempt asked for: another amount, parts, tips; null when nothing did. */
  @Column({ type: 'simple-json', nullable: true })
  received: ReceivedMoney[] | null;

  /** `modified` of the newest observation applied. */
  @Column(bigintColumn({ name: 'modified_at', nullable: true }))
  modifiedAt: number | null;

  /** Why a person should look at this order, e.g. `amount_mismatch`; null when nobody needs to. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  attention: string | null;

  /** Number of transitions recorded; the next one gets this number plus one. */
  @Column({ type: 'int', default: 0 })
  version: number;

  /** When its personal data was erased; 0 while it holds any, as a refund asked for later does: not null, so that an index sorts by it. */
  @Column(bigintColumn({ name: 'erased_at', default: 0 }))
  erasedAt: number;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
