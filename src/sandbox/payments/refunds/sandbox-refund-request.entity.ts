import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A refund request, even a refused one: the guard counts from it if it is anchored at requests. */
@Entity('sandbox_refund_request')
@Index('sandbox_refund_request_guard', ['site', 'at'])
export class SandboxRefundRequestEntity {
  /** Sorted by time. */
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
