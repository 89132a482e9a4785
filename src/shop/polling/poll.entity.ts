import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, type Claimable } from '../../database/engine/index.js';

/** pending: a look is due, or will be (or is being taken, under a lease) · done: nobody has asked for another one. */
export type PollState = 'pending' | 'done';

/** The next look at one unfinished order of the service, and when the last one was. One row for each attempt at most. */
@Entity('tillbridge_poll')
@Unique('tillbridge_poll_order', ['group', 'serviceOrderId'])
@Index('tillbridge_poll_due', ['state', 'dueAt', 'id'])
export class PollEntity implements Claimable {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The `order_id` at the service. */
  @Column({ name: 'service_order_id', type: 'varchar', length: 64 })
  serviceOrderId: string;

  @Column({ type: 'varchar', length: 16 })
  state: PollState;

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

  /** When the service was last asked, epoch milliseconds; 0 before the first time. */
  @Column(bigintColumn({ name: 'polled_at', default: 0 }))
  polledAt: number;
}
