import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/** How far the creation of an attempt has come (write-ahead: the row exists before the first byte is sent). */
export type CreateState = 'creating' | 'created' | 'failed';

/**
 * One attempt to have an order paid: one order at the service, under an id of its own (`S1`, `S1-2`, …). What it asked
 * for is frozen. The keys see to it that an id at the service stands for one attempt, and that no number is given twice
 * (scenarios N1, D8).
 */
@Entity('tillbridge_attempt')
@Index('tillbridge_attempt_service_order_id', ['serviceOrderId'])
@Index('tillbridge_attempt_created', ['group', 'createdAt', 'serviceOrderId'])
@Unique('tillbridge_attempt_number', ['group', 'orderId', 'number'])
export class AttemptEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The `order_id` that the service knows it by (spec §2.5). */
  @PrimaryColumn({ name: 'service_order_id', type: 'varchar', length: 64 })
  serviceOrderId: string;

  /** The shop's own id of the order. */
  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** From 1; without the numbers of attempts whose id was that of an earlier order at the service. */
  @Column({ type: 'int' })
  number: number;

  /** Minor units; an observation with another amount is never "paid" (scenario M3). */
  @Column(bigintColumn())
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ name: 'create_state', type: 'varchar', length: 16 })
  createState: CreateState;

  /** Digest of what was asked for; the request itself holds personal data and is not kept. */
  @Column({ name: 'request_fingerprint', type: 'varchar', length: 64 })
  requestFingerprint: string;

  /** `manual` when the shop asked for a reservation that it captures itself (protocol §2.4); null when it did not. */
  @Column({ type: 'varchar', length: 8, nullable: true })
  capture: 'manual' | null;

  /**
   * When the shop first asked the service to cancel it or to let go of what is reserved; null when it never has, when the
   * service refused, and when money has come since.
   */
  @Column(bigintColumn({ name: 'let_go_at', nullable: true }))
  letGoAt: number | null;

  @Column({ name: 'payment_url', type: 'text', nullable: true })
  paymentUrl: string | null;

  @Column({ name: 'session_id', type: 'varchar', length: 128, nullable: true })
  sessionId: string | null;

  /** Who is sending it just now; null when nobody is. */
  @Column({ name: 'sender_token', type: 'varchar', length: 36, nullable: true })
  senderToken: string | null;

  /** Until when that sender is taken to be alive, epoch milliseconds. */
  @Column(bigintColumn({ name: 'sender_until', nullable: true }))
  senderUntil: number | null;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
