import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';

/** The state of an attempt's creation (write-ahead: the row exists before the first byte is sent). */
export type CreateState = 'creating' | 'created' | 'failed';

/**
 * One attempt to have an order paid: one order at the service, under its own id (`S1`, `S1-2`, …). Its terms never change.
 * The keys ensure that an id at the service belongs to one attempt, and that no number is used twice (scenarios N1, D8).
 */
@Entity('tillbridge_attempt')
@Index('tillbridge_attempt_service_order_id', ['serviceOrderId'])
@Index('tillbridge_attempt_created', ['group', 'createdAt', 'serviceOrderId'])
@Unique('tillbridge_attempt_number', ['group', 'orderId', 'number'])
export class AttemptEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The attempt's `order_id` at the service (spec §2.5). */
  @PrimaryColumn({ name: 'service_order_id', type: 'varchar', length: 64 })
  serviceOrderId: string;

  /** The shop's own id of the order. */
  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** From 1. Attempts whose id belonged to an earlier order at the service have no number. */
  @Column({ type: 'int' })
  number: number;

  /** Minor units. An observation with another amount never counts as paid (scenario M3). */
  @Column(bigintColumn())
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ name: 'create_state', type: 'varchar', length: 16 })
  createState: CreateState;

  /** Digest of the request. The request itself holds personal data and is not stored. */
  @Column({ name: 'request_fingerprint', type: 'varchar', length: 64 })
  requestFingerprint: string;

  /** `manual` when the shop asked for a reservation that it captures itself (protocol §2.4); otherwise null. */
  @Column({ type: 'varchar', length: 8, nullable: true })
  capture: 'manual' | null;

  /**
   * When the shop first asked the service to cancel the attempt or to release what is reserved. Null when it never did, when
   * the service refused, and when money has come since.
   */
  @Column(bigintColumn({ name: 'let_go_at', nullable: true }))
  letGoAt: number | null;

  @Column({ name: 'payment_url', type: 'text', nullable: true })
  paymentUrl: string | null;

  @Column({ name: 'session_id', type: 'varchar', length: 128, nullable: true })
  sessionId: string | null;

  /** The caller that is sending it now; null when none is. */
  @Column({ name: 'sender_token', type: 'varchar', length: 36, nullable: true })
  senderToken: string | null;

  /** Until when that caller counts as alive, epoch milliseconds. */
  @Column(bigintColumn({ name: 'sender_until', nullable: true }))
  senderUntil: number | null;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
