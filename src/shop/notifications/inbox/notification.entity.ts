import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn, bytesColumn, ClaimableRow } from '../../../database/engine/index.js';

/**
 * pending: not applied yet (or in work, under a lease) · done · unmatched: its order never appeared · parked: failed too
 * often · erased: was done or unmatched; its content is gone, its keys stay.
 */
export type NotificationState = 'pending' | 'done' | 'unmatched' | 'parked' | 'erased';

/** The inbox: one row for each notification that was acknowledged, written and committed before the acknowledgement. */
@Entity('tillbridge_notification')
@Unique('tillbridge_notification_delivery', ['deliveryKey'])
@Index('tillbridge_notification_due', ['state', 'dueAt', 'id'])
@Index('tillbridge_notification_order', ['group', 'orderId'])
export class NotificationEntity extends ClaimableRow<NotificationState> {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** SHA-256 over group, signed timestamp and MAC (hex). The same request has the same key, with any spelling of its header. */
  @Column({ name: 'delivery_key', type: 'varchar', length: 64 })
  deliveryKey: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The signed `order_id`; for a signed body without one, the query's value, which is then only a hint. */
  @Column({ name: 'order_id', type: 'varchar', length: 255 })
  orderId: string;

  /** When the service signed it, by the service's clock. */
  @Column(bigintColumn({ name: 'signed_at' }))
  signedAt: number;

  /** Fingerprint of the key that verified it. */
  @Column({ name: 'key_id', type: 'varchar', length: 16 })
  keyId: string;

  /** The exact bytes received, as base64 text in the database. For a large body only the first ones (decision 004). */
  @Column(bytesColumn())
  body: Buffer;

  /** Number of rows of the other table with the rest of the body. */
  @Column({ type: 'int', default: 0 })
  parts: number;

  @Column(bigintColumn({ name: 'received_at' }))
  receivedAt: number;

  /** The trace it came from, in the form of W3C Trace Context; null where nothing was traced. */
  @Column({ type: 'varchar', length: 55, nullable: true })
  traceparent?: string | null;

  @Column(bigintColumn({ name: 'done_at', nullable: true }))
  doneAt: number | null;
}
