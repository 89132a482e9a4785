import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/** What a person decided about an effect that had been given up: to try it again, or to leave it. */
@Entity('tillbridge_effect_decision')
@Index('tillbridge_effect_decision_order', ['group', 'orderId'])
export class EffectDecisionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** The row of the outbox it is about. */
  @Column({ name: 'outbox_id', type: 'varchar', length: 36 })
  outboxId: string;

  @Column({ type: 'varchar', length: 160 })
  effect: string;

  @Column({ type: 'varchar', length: 16 })
  decision: 'replayed' | 'discarded';

  /** Who decided. */
  @Column({ name: 'decided_by', type: 'varchar', length: 120 })
  by: string;

  @Column({ type: 'varchar', length: 500 })
  why: string;

  @Column(bigintColumn({ name: 'decided_at' }))
  decidedAt: number;
}
