import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/** How long the name of whoever decides may be, and the reason, in characters. */
export const DECISION_WIDTH = { by: 120, why: 500 } as const;

/** What a person can decide about. */
export type DecisionAbout = 'order' | 'notification' | 'effect' | 'refund' | 'batch' | 'group';

/**
 * What a person can decide: to ask for it, to do again, to leave, to read from the service (`corrected`: without handlers), to erase, to have seen; of a refund to call
 * it off (`recalled`: the service was asked to), and whether the customer has got the money;
 * of a batch to hold it, to let it go on, to end it; of a terminal group to rename it, to stop its refunds and let them go on.
 */
export const DECISION_KINDS = [
  'replayed',
  'discarded',
  'synced',
  'corrected',
  'erased',
  'acknowledged',
  'cancelled',
  'recalled',
  'paid',
  'not-paid',
  'paused',
  'resumed',
  'requested',
  'stopped',
  'renamed',
] as const;

/** One of them. */
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** What a person decided, who it was and why. Never changed once written; part of the order's timeline. */
@Entity('tillbridge_decision')
@Index('tillbridge_decision_order', ['group', 'orderId'])
@Index('tillbridge_decision_time', ['decidedAt', 'id'])
@Index('tillbridge_decision_kind', ['decision', 'decidedAt', 'id'])
@Index('tillbridge_decision_person', ['by', 'decidedAt', 'id'])
@Index('tillbridge_decision_person_kind', ['by', 'decision', 'decidedAt', 'id'])
export class DecisionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The order's own id; of a notification the `order_id` that it carries. */
  @Column({ name: 'order_id', type: 'varchar', length: 255 })
  orderId: string;

  @Column({ type: 'varchar', length: 16 })
  about: DecisionAbout;

  /** The row of the outbox, of the inbox, or the refund; null for the order as a whole. */
  @Column({ name: 'subject_id', type: 'varchar', length: 36, nullable: true })
  subjectId: string | null;

  /** The effect's name, or which status it was; null where there is nothing to add. */
  @Column({ type: 'varchar', length: 160, nullable: true })
  subject: string | null;

  @Column({ type: 'varchar', length: 16 })
  decision: DecisionKind;

  /** Who decided. */
  @Column({ name: 'decided_by', type: 'varchar', length: DECISION_WIDTH.by })
  by: string;

  @Column({ type: 'varchar', length: DECISION_WIDTH.why })
  why: string;

  @Column(bigintColumn({ name: 'decided_at' }))
  decidedAt: number;
}
