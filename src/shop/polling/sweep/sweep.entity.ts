import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/** idle: the last sweep has ended, or none has begun · walking: one is in progress, or was cut short and can continue. */
export type SweepState = 'idle' | 'walking';

/** The progress of a terminal group's sweep, and what the last one learnt. One row for each group. Times in epoch ms. */
@Entity('tillbridge_sweep')
export class SweepEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @Column({ type: 'varchar', length: 16 })
  state: SweepState;

  /** Cursor of the first page that was not finished; null: the head of the list, or no sweep (spec §4.3). */
  @Column({ name: 'list_cursor', type: 'text', nullable: true })
  cursor: string | null;

  /** Everything that the service shows as newer has been read. */
  @Column(bigintColumn({ nullable: true }))
  place: number | null;

  /** Time that a page covered where it stopped, in milliseconds. */
  @Column(bigintColumn({ name: 'page_ms', nullable: true }))
  pageMs: number | null;

  /** Time that the newest page covered, in milliseconds. */
  @Column(bigintColumn({ name: 'head_page_ms', nullable: true }))
  headPageMs: number | null;

  /** Pages read since the sweep began at the head, by all processes. */
  @Column({ type: 'int', default: 0 })
  pages: number;

  /** No sweep runs until then: the list could not be read. */
  @Column(bigintColumn({ name: 'not_before', default: 0 }))
  notBefore: number;

  @Column({ name: 'lease_token', type: 'varchar', length: 36, nullable: true })
  leaseToken: string | null;

  /** 0 while no process sweeps. */
  @Column(bigintColumn({ name: 'lease_until', default: 0 }))
  leaseUntil: number;

  @Column({ name: 'last_error', type: 'varchar', length: 500, nullable: true })
  lastError: string | null;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
