import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { FaultKind, NotificationMethod } from '../core/index.js';
import type { DeliveryTrigger, DeliveryVerdict } from './delivery.types.js';

/** One request to the shop and its result. */
@Entity('sandbox_delivery')
@Index('sandbox_delivery_order', ['orderKey', 'id'])
@Index('sandbox_delivery_verdict', ['verdict', 'id'])
export class SandboxDeliveryEntity {
  /** Sorted by time. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'notification_id', type: 'varchar', length: 36 })
  notificationId: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  @Column({ type: 'varchar', length: 8 })
  trigger: DeliveryTrigger;

  @Column({ type: 'varchar', length: 8 })
  level: 'order' | 'site';

  @Column({ type: 'varchar', length: 4 })
  method: NotificationMethod;

  /** With the query, as sent. */
  @Column({ type: 'text' })
  url: string;

  /** The request's headers. `Auth` is a signature, made with the key but without containing it. */
  @Column({ type: 'simple-json' })
  headers: Record<string, string>;

  /** Exactly the signed text; null for GET. */
  @Column({ type: 'text', nullable: true })
  body: string | null;

  /** Unix seconds, as in the query. */
  @Column({ type: 'integer' })
  timestamp: number;

  /** When it was sent, epoch milliseconds. */
  @Column({ type: 'integer' })
  at: number;

  @Column({ name: 'duration_ms', type: 'integer' })
  durationMs: number;

  /** HTTP status of the reply; null if there was none. */
  @Column({ type: 'integer', nullable: true })
  status: number | null;

  /** The reply's first 1,024 bytes; null if there was none. */
  @Column({ type: 'text', nullable: true })
  response: string | null;

  /** The reply's headers; null if there was none. */
  @Column({ name: 'response_headers', type: 'simple-json', nullable: true })
  responseHeaders: Record<string, string> | null;

  @Column({ type: 'varchar', length: 16 })
  verdict: DeliveryVerdict;

  /** The number of its round within the notification, from 1. */
  @Column({ type: 'integer', default: 1 })
  attempt: number;

  /** The injected fault. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  fault: FaultKind | null;
}
