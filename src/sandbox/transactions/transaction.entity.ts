import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../protocol/index.js';

/** One attempt to pay an order. A second try after a decline is a second transaction of the same order. */
@Entity('sandbox_transaction')
@Index('sandbox_transaction_id', ['transactionId'], { unique: true })
@Index('sandbox_transaction_order', ['orderKey'])
export class SandboxTransactionEntity {
  /** The sandbox's own key, sorted by age; not seen on the wire. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** 16 digits: unix seconds and six more. Text, so that nothing ever rounds it. */
  @Column({ name: 'transaction_id', type: 'varchar', length: 18 })
  transactionId: string;

  /** Payment method code, e.g. `IDEAL`. */
  @Column({ type: 'varchar', length: 20 })
  method: string;

  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  /** Minor units. */
  @Column({ type: 'integer' })
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;
}
