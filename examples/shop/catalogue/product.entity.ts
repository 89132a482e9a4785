import { Money } from 'tillbridge';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Something the shop sells. */
@Entity('product')
export class Product {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  slug: string;

  @Column({ type: 'varchar', length: 80 })
  name: string;

  @Column({ type: 'varchar', length: 200 })
  blurb: string;

  /** Euro cents: money is stored as an integer, never as a fraction. */
  @Column({ name: 'price_minor', type: 'int' })
  priceMinor: number;

  @Column({ type: 'int' })
  stock: number;

  get price(): Money {
    return Money.ofMinor(this.priceMinor, 'EUR');
  }
}
