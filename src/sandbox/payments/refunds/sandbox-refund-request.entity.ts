import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A request to refund, also one that was refused: what the guard counts from when it is anchored at requests. */
@Entity('sandbox_refund_request')
@Index('sandbox_refund_request_guard', ['site', 'at'])
export class SandboxRefundRequestEntity {
  /** Sorted by age. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ type: 'varchar', length: 64 })
  site: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** Minor units. */
  @Column({ type: 'integer' })
  amount: number;

  /** Epoch milliseconds. */
  @Column({ type: 'integer' })
  at: number;
}
