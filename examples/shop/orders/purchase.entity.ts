import { Money } from 'tillbridge';
import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a customer wants to buy: the shop's own side of an order. The module has the payment side with its attempts. */
@Entity('purchase')
export class Purchase {
  /** Grows with time: the order of the list. */
  @PrimaryGeneratedColumn({ type: 'int' })
  number: number;

  @Index('purchase_order', { unique: true })
  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  @Column({ name: 'product_slug', type: 'varchar', length: 40 })
  productSlug: string;

  @Column({ type: 'int' })
  quantity: number;

  /** Euro cents for the whole purchase, fixed when it was ordered: a later change of price does not apply. */
  @Column({ name: 'total_minor', type: 'int' })
  totalMinor: number;

  @Column({ type: 'varchar', length: 120 })
  email: string;

  get total(): Money {
    return Money.ofMinor(this.totalMinor, 'EUR');
  }
}
