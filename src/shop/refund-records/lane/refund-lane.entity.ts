import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, ClaimableRow } from '../../../database/engine/index.js';
import type { GuardScope } from './lane-guards.js';

/** pending: sends refunds that may be sent · paused: a person has stopped it, until a person resumes it. */
export type LaneState = 'pending' | 'paused';

/**
 * The sending slot of one terminal group: only the holder of its lease sends refunds of the group, on any number of replicas.
 * Its id is the group's name.
 */
@Entity('tillbridge_lane')
@Index('tillbridge_lane_due', ['state', 'dueAt', 'id'])
export class RefundLaneEntity extends ClaimableRow<LaneState> {
  /** The group's name. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  id: string;

  /** No slot before this: the spacing that the service asks for, kept over restarts. Epoch milliseconds. */
  @Column(bigintColumn({ name: 'next_slot_at', default: 0 }))
  nextSlotAt: number;

  /** Paused until then because of the service or the account; 0 when it is not. */
  @Column(bigintColumn({ name: 'paused_until', default: 0 }))
  pausedUntil: number;

  @Column({ name: 'pause_reason', type: 'varchar', length: 200, nullable: true })
  pauseReason: string | null;

  /** How often in a row the account was refused: the pauses grow with it. */
  @Column({ type: 'int', default: 0 })
  refusals: number;

  /** Who paused it, by the caller's name; null when it was not a person. */
  @Column({ name: 'paused_by', type: 'varchar', length: 120, nullable: true })
  pausedBy: string | null;

  /** Where the service compares equal amounts; null counts as `order` until this lane has learnt otherwise. */
  @Column({ name: 'guard_scope', type: 'varchar', length: 16, nullable: true })
  guardScope: GuardScope | null;

  /** Whether the service returns tags; null until a refund of this group has shown it. 1 or 0. */
  @Column({ name: 'tags_echoed', type: 'int', nullable: true })
  tagsEchoed: number | null;
}
