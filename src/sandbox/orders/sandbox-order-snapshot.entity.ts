import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The get-order answer of an order after one of its changes, for stale reads. */
@Entity('sandbox_order_snapshot')
@Index('sandbox_order_snapshot_order', ['orderKey', 'id'])
export class SandboxOrderSnapshotEntity {
  /** Sorted by time. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** Since when this state was shown, epoch milliseconds. */
  @Column({ type: 'integer', default: 0 })
  at: number;

  /** The member `data` of the answer, as text. */
  @Column({ type: 'text' })
  data: string;
}
