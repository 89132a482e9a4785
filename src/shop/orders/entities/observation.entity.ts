import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';
import type { MergeOutcome } from '../merge/merge.types.js';

/** Where an observation came from. */
export type ObservationSource = 'notification' | 'create' | 'return' | 'confirmation' | 'poll' | 'sync' | 'refund-read';

/** Where a change came from: an observation, the answer to a refund request, or a person. */
export type ChangeSource = ObservationSource | 'refund' | 'person';

/** The outcome of an observation. For a poll that could not read: `failed` is tried again, `parked` is not. */
export type ObservationDecision = MergeOutcome['kind'] | 'failed' | 'parked';

/** One observation of an order's state, from any source, and its outcome. Never changed once written. */
@Entity('tillbridge_observation')
@Index('tillbridge_observation_order', ['group', 'orderId', 'observedAt'])
export class ObservationEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** Number of the attempt that was seen. */
  @Column({ type: 'int' })
  attempt: number;

  @Column({ type: 'varchar', length: 16 })
  source: ObservationSource;

  @Column({ name: 'notification_id', type: 'varchar', length: 36, nullable: true })
  notificationId: string | null;

  /** The status exactly as the service wrote it. */
  @Column({ name: 'raw_status', type: 'varchar', length: 64, nullable: true })
  rawStatus: string | null;

  @Column({ type: 'varchar', length: 16 })
  decision: ObservationDecision;

  /** The reason in one word or two, for a log and a timeline. */
  @Column({ type: 'varchar', length: 64 })
  reason: string;

  @Column(bigintColumn({ name: 'observed_at' }))
  observedAt: number;
}
