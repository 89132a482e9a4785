import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** pending: to be sent or resent · acknowledged · exhausted: every resend went unacknowledged (spec §8). */
export type NotificationState = 'pending' | 'acknowledged' | 'exhausted';

/** Why a notification is sent (spec §1.1, §3). */
export type NotificationCause =
  | 'created'
  | 'paid'
  | 'paid-in-part'
  | 'declined'
  | 'cancelled'
  | 'unfinished'
  | 'expired'
  | 'uncleared'
  | 'accepted'
  | 'rejected'
  | 'shipped'
  | 'captured'
  | 'released'
  | 'refund'
  | 'chargedback'
  | 'reversed';

/** Something the shop must be told, written in the transaction that made it true; its deliveries follow from it. */
@Entity('sandbox_notification')
@Index('sandbox_notification_due', ['state', 'dueAt', 'id'])
@Index('sandbox_notification_order', ['orderKey', 'state'])
export class SandboxNotificationEntity {
  /** Sorted by age. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  @Column({ type: 'varchar', length: 16 })
  cause: NotificationCause;

  @Column({ type: 'varchar', length: 16 })
  state: NotificationState;

  /** Rounds made so far: the first sending and the resends. A round goes to the order's URL and, failing that, the site's. */
  @Column({ type: 'integer', default: 0 })
  rounds: number;

  /** When the next round is due, epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer' })
  dueAt: number;

  /** `timestamp` of the newest round, unix seconds: each round has a new one (spec §6). 0 before the first. */
  @Column({ name: 'last_timestamp', type: 'integer', default: 0 })
  lastTimestamp: number;

  /** Rounds made so far, those by hand included. */
  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** The newest delivery; null before the first. */
  @Column({ name: 'last_delivery_id', type: 'varchar', length: 36, nullable: true })
  lastDeliveryId: string | null;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;
}
