import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn, ClaimableRow } from '../../../database/engine/index.js';

/**
 * pending: to be run (or running, under a lease) · done · dead: failed too often, waits for a person · discarded: by that
 * person.
 */
export type OutboxState = 'pending' | 'done' | 'dead' | 'discarded';

/** An effect that runs after its transition is committed: at least once, with a stable id. */
@Entity('tillbridge_outbox')
@Index('tillbridge_outbox_due', ['state', 'dueAt', 'id'])
@Index('tillbridge_outbox_order', ['group', 'orderId'])
export class OutboxEntity extends ClaimableRow<OutboxState> {
  /** Stable over all attempts: handlers pass it on as idempotency key or message id. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  @Column({ name: 'transition_id', type: 'varchar', length: 36 })
  transitionId: string;

  /** The transition's number within its order: effects of one handler run in this order. */
  @Column({ type: 'int' })
  version: number;

  @Column({ type: 'varchar', length: 160 })
  effect: string;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  /** The trace it came from, in the form of W3C Trace Context; null where nothing was traced. */
  @Column({ type: 'varchar', length: 55, nullable: true })
  traceparent?: string | null;

  @Column(bigintColumn({ name: 'done_at', nullable: true }))
  doneAt: number | null;
}
