import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, type Claimable } from '../../database/engine/index.js';

/** pending: there may be refunds to send, the next slot is at `dueAt` · idle: none is waiting. */
export type LaneState = 'pending' | 'idle';

/**
 * The sending slot of one terminal group: whoever holds its lease is the only one that sends refunds of the group, on
 * however many replicas. Its id is the group's name.
 */
@Entity('tillbridge_lane')
@Index('tillbridge_lane_due', ['state', 'dueAt', 'id'])
export class RefundLaneEntity implements Claimable {
  /** The group's name. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id: string;

  @Column({ type: 'varchar', length: 16 })
  state: LaneState;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column(bigintColumn({ name: 'due_at' }))
  dueAt: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 36, nullable: true })
  leaseToken: string | null;

  @Column(bigintColumn({ name: 'lease_until', nullable: true }))
  leaseUntil: number | null;

  @Column({ name: 'last_error', type: 'varchar', length: 500, nullable: true })
  lastError: string | null;

  /** No slot before this: the spacing that the service asks for, kept over restarts. Epoch milliseconds. */
  @Column(bigintColumn({ name: 'next_slot_at', default: 0 }))
  nextSlotAt: number;

  /** Paused until then, because the service or the account says so; 0 when it is not. */
  @Column(bigintColumn({ name: 'paused_until', default: 0 }))
  pausedUntil: number;

  @Column({ name: 'pause_reason', type: 'varchar', length: 64, nullable: true })
  pauseReason: string | null;

  /** Whether the service has shown our tags again: null until a refund of this group has told. 1 or 0. */
  @Column({ name: 'tags_echoed', type: 'int', nullable: true })
  tagsEchoed: number | null;
}
