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

  /** When the bucket is full if no call is made until then; every call moves it by the time in which one is refilled. */
  @Column(bigintColumn({ name: 'full_at', default: 0 }))
  fullAt: number;

  /** Calls that the last process got: no engine but MySQL says otherwise what an UPDATE has done. */
  @Column({ type: 'int', default: 0 })
  granted: number;

  /** Until then polls and sweeps wait, as the service asked. */
  @Column(bigintColumn({ name: 'paused_until', default: 0 }))
  pausedUntil: number;
}
