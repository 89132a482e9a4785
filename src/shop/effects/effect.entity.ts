import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../database/engine/index.js';

/**
 * Proof that a handler's effect was committed for a transition. The primary key is what makes an effect happen once:
 * the row and the handler's own writes (or its outbox row) commit together or not at all.
 */
@Entity('tillbridge_effect')
@Index('tillbridge_effect_recorded', ['recordedAt'])
export class EffectEntity {
  @PrimaryColumn({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @PrimaryColumn({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  @PrimaryColumn({ name: 'transition_id', type: 'varchar', length: 36 })
  transitionId: string;

  /** The handler's name: `ClassName.method` unless the decorator gives another. */
  @PrimaryColumn({ type: 'varchar', length: 160 })
  effect: string;

  /** `transaction` ran with the transition; `commit` was put in the outbox. */
  @Column({ type: 'varchar', length: 16 })
  phase: 'transaction' | 'commit';

  @Column(bigintColumn({ name: 'recorded_at' }))
  recordedAt: number;
}
