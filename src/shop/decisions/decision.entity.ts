import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/** The longest name of a person who decides, and the longest reason, in characters. */
export const DECISION_WIDTH = { by: 120, why: 500 } as const;

/** What a person can decide about. */
export type DecisionAbout = 'order' | 'notification' | 'effect' | 'refund' | 'batch' | 'group';

/**
 * The kinds of decisions: to request, repeat, leave or erase something, to acknowledge, to read from the service
 * (`corrected`: without handlers). About a refund: to cancel it (`recalled`: the service was asked to), and whether the
 * customer has got the money. About a batch: to hold, continue or end it. About a terminal group: to rename it, to stop and
 * restart its refunds.
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

/** One kind of decision. */
export type DecisionKind = (typeof DECISION_KINDS)[number];

/** A person's decision, with name and reason. Never changed once written; part of the order's timeline. */
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

  /** The order's own id; for a notification its `order_id`. */
  @Column({ name: 'order_id', type: 'varchar', length: 255 })
  orderId: string;

  @Column({ type: 'varchar', length: 16 })
  about: DecisionAbout;

  /** Id of the row in the outbox or inbox, or of the refund; null for the order as a whole. */
  @Column({ name: 'subject_id', type: 'varchar', length: 36, nullable: true })
  subjectId: string | null;

  /** The effect's name, or the status; null where there is nothing to add. */
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
