import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** pending: to be sent or resent · acknowledged · exhausted: no resend was acknowledged (spec §8). */
export type NotificationState = 'pending' | 'acknowledged' | 'exhausted';

/** The reason of a notification (spec §1.1, §3). */
export type NotificationCause =
  | 'created'
  | 'begun'
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

/**
 * A notification for the shop, stored in the transaction of the change that it reports; its deliveries follow from it.
 */
@Entity('sandbox_notification')
@Index('sandbox_notification_due', ['state', 'dueAt', 'id'])
@Index('sandbox_notification_order', ['orderKey', 'state'])
export class SandboxNotificationEntity {
  /** Sorted by time. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** The try that it reports, by the sandbox's own key of the transaction: every resend reports the same one. */
  @Column({ name: 'transaction_key', type: 'varchar', length: 36, nullable: true })
  transactionKey: string | null;

  @Column({ type: 'varchar', length: 16 })
  cause: NotificationCause;

  @Column({ type: 'varchar', length: 16 })
  state: NotificationState;

  /**
   * Rounds of the plan so far: the first sending and the resends. A round uses the order's URL and, if that fails, the
   * site's.
   */
  @Column({ type: 'integer', default: 0 })
  rounds: number;

  /** When the next round is due, epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer' })
  dueAt: number;

  /** `timestamp` of the newest round, unix seconds: each round has a new one (spec §6). 0 before the first. */
  @Column({ name: 'last_timestamp', type: 'integer', default: 0 })
  lastTimestamp: number;

  /** Rounds so far, including manual ones. */
  @Column({ type: 'integer', default: 0 })
  attempts: number;

  /** The newest delivery; null before the first. */
  @Column({ name: 'last_delivery_id', type: 'varchar', length: 36, nullable: true })
  lastDeliveryId: string | null;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;
}
