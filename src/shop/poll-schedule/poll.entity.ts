import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, ClaimableRow } from '../../database/engine/index.js';

/**
 * pending: a poll is due, or will be (or is in progress, under a lease) · done: nothing more can follow, or nothing is waited
 * for · parked: its time ended without a final status, or it cannot be polled; this was reported to a person.
 */
export type PollState = 'pending' | 'done' | 'parked';

/** Why an attempt was parked. */
export type ParkReason = 'expired_unconfirmed' | 'unreadable';

/**
 * The next poll of one attempt of an order, and the time of the last one: one row for each attempt, written with it. This
 * table makes sure that no order is forgotten (design §9). `attempts` counts claims since the last successful poll.
 */
@Entity('tillbridge_poll')
@Unique('tillbridge_poll_order', ['group', 'serviceOrderId'])
@Index('tillbridge_poll_due', ['group', 'state', 'dueAt', 'id'])
@Index('tillbridge_poll_opened', ['state', 'openedAt'])
export class PollEntity extends ClaimableRow<PollState> {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The `order_id` at the service. */
  @Column({ name: 'service_order_id', type: 'varchar', length: 64 })
  serviceOrderId: string;

  /** When the service was last read, epoch milliseconds; 0 before the first time. */
  @Column(bigintColumn({ name: 'polled_at', default: 0 }))
  polledAt: number;

  /** When a separate poll was last requested, epoch milliseconds; 0: never. */
  @Column(bigintColumn({ name: 'asked_at', default: 0 }))
  askedAt: number;

  /** When the attempt was last sent to the service: its age counts from then. */
  @Column(bigintColumn({ name: 'opened_at' }))
  openedAt: number;

  /**
   * Until when it can be paid, by the link of its page or by the shop's limit (`secondsActive`, `daysActive`); null where
   * neither is known.
   */
  @Column(bigintColumn({ name: 'active_until', nullable: true }))
  activeUntil: number | null;

  /** Payment method code of the payment that was begun. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  method: string | null;

  /** When something new was last seen of that payment. */
  @Column(bigintColumn({ name: 'method_since', nullable: true }))
  methodSince: number | null;

  /** Why it is parked; of one that is still polled: why a person was alerted since the last successful poll. */
  @Column({ type: 'varchar', length: 32, nullable: true })
  reason: ParkReason | null;
}
