import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * What a shopper wants to buy: the shop's own side of an order. The payment side is the module's.
 * A declined or cancelled payment is tried again under a new order id, so a purchase can have several attempts.
 */
@Entity('purchase')
@Index('purchase_attempt', ['firstOrderId', 'attempt'], { unique: true })
export class Purchase {
  /** Rises with time: the order of the list. */
  @PrimaryGeneratedColumn({ type: 'int' })
  number: number;

  @Index('purchase_order', { unique: true })
  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  /** The order id of the first attempt, the same for all attempts. */
  @Column({ name: 'first_order_id', type: 'varchar', length: 50 })
  firstOrderId: string;

  /** 1, 2, 3, … */
  @Column({ type: 'int' })
  attempt: number;

  @Column({ name: 'product_slug', type: 'varchar', length: 40 })
  productSlug: string;

  @Column({ type: 'int' })
  quantity: number;

  @Column({ type: 'varchar', length: 120 })
  email: string;
}
