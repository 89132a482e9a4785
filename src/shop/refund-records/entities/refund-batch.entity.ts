import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/**
 * queueing: its refunds are being written down, nothing is sent yet · running · paused: keeps its places, nothing is sent ·
 * stopped: what was not sent has been cancelled.
 */
export type RefundBatchState = 'queueing' | 'running' | 'paused' | 'stopped';

/** A row that could not be taken in any more when its turn came, although it was right when the batch was judged. */
export interface RefusedRow {
  readonly key: string;
  readonly orderId: string;
  /** Code of the error. */
  readonly code: string;
}

/** Refunds that were asked for together (design §8). Its progress is counted from its refunds. */
@Entity('tillbridge_refund_batch')
@Unique('tillbridge_refund_batch_key', ['group', 'key'])
@Index('tillbridge_refund_batch_group', ['group', 'id'])
export class RefundBatchEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The caller's own key: the same key is the same batch. */
  @Column({ name: 'batch_key', type: 'varchar', length: 120 })
  key: string;

  /** Of its rows, so that another batch under the same key is noticed. */
  @Column({ type: 'varchar', length: 64 })
  fingerprint: string;

  @Column({ type: 'varchar', length: 16 })
  state: RefundBatchState;

  /** How many refunds it has. */
  @Column({ type: 'int' })
  size: number;

  /** Rows that could not be taken in any more when their turn came. */
  @Column({ type: 'simple-json', nullable: true })
  refused: RefusedRow[] | null;

  /** Whoever asked for it, as the caller named them; null when not said, or erased. */
  @Column({ name: 'asked_by', type: 'varchar', length: 120, nullable: true })
  askedBy: string | null;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
