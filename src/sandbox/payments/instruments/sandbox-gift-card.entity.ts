import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The balance of a used gift card; an unused one has no row. */
@Entity('sandbox_gift_card')
export class SandboxGiftCardEntity {
  @PrimaryColumn({ type: 'varchar', length: 20 })
  number: string;

  /** Minor units. */
  @Column({ type: 'integer' })
  balance: number;
}
