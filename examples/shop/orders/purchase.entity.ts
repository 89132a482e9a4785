import { Money } from 'tillbridge';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a shopper wants to buy: the shop's own side of an order. The payment side, attempts included, is the module's. */
@Entity('purchase')
export class Purchase {
  /** Rises with time: the order of the list. */
  @PrimaryGeneratedColumn({ type: 'int' })
  number: number;

  @Index('purchase_order', { unique: true })
  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  @Column({ name: 'product_slug', type: 'varchar', length: 40 })
  productSlug: string;

  @Column({ type: 'int' })
  quantity: number;

  /** Euro cents for all of it, as agreed when it was ordered: a later change of price is not the shopper's. */
  @Column({ name: 'total_minor', type: 'int' })
  totalMinor: number;

  @Column({ type: 'varchar', length: 120 })
  email: string;

  get total(): Money {
    return Money.ofMinor(this.totalMinor, 'EUR');
  }
}
