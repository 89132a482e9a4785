import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/**
 * The budget of calls of a terminal group, which all processes share (decision 042). One row for each group. Times in
 * epoch microseconds by the database's clock.
 */
@Entity('tillbridge_call_budget')
export class CallBudgetEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** When the bucket is full if no more calls are made; each call moves it by the time in which one call is refilled. */
  @Column(bigintColumn({ name: 'full_at', default: 0 }))
  fullAt: number;

  /** Calls that the last request got: some engines cannot return what an UPDATE has done. */
  @Column({ type: 'int', default: 0 })
  granted: number;

  /** Polls and sweeps wait until then, because the service asked for it. */
  @Column(bigintColumn({ name: 'paused_until', default: 0 }))
  pausedUntil: number;
}
