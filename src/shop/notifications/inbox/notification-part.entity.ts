import { Column, Entity, PrimaryColumn } from 'typeorm';
import { bytesColumn } from '../../../database/engine/index.js';

/**
 * Most bytes of a body in one row. MySQL's `text` ends at 65,535 bytes, and base64 makes 64,000 of these; the engines share
 * no longer text type in one entity class (decision 004).
 */
export const PART_BYTES = 48_000;

/** The part of a notification's body beyond its own row. It is written and erased in the same transaction as the row. */
@Entity('tillbridge_notification_part')
export class NotificationPartEntity {
  @PrimaryColumn({ name: 'notification_id', type: 'varchar', length: 36 })
  notificationId: string;

  /** From 1: the first bytes are in the notification's own row. */
  @PrimaryColumn({ type: 'int' })
  number: number;

  /** Base64 text in the database, like the body itself. */
  @Column(bytesColumn())
  body: Buffer;
}
