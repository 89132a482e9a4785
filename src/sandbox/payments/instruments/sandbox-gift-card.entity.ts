import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What is left on a gift card that was used; one that never was has no row. */
@Entity('sandbox_gift_card')
export class SandboxGiftCardEntity {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  number: string;

  /** Minor units. */
  @Column({ type: 'integer' })
  balance: number;
}
