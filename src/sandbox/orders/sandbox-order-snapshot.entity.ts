import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An order as get-order showed it after one of its changes: what a stale read answers. */
@Entity('sandbox_order_snapshot')
@Index('sandbox_order_snapshot_order', ['orderKey', 'id'])
export class SandboxOrderSnapshotEntity {
  /** Sorted by age. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** When it began to look so, epoch milliseconds. */
  @Column({ type: 'integer', default: 0 })
  at: number;

  /** The member `data` of the answer, as text. */
  @Column({ type: 'text' })
  data: string;
}
