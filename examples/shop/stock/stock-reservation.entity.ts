import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Goods that are reserved for a paid order. It has no unique key on the order, so that an effect that ran twice would
 * be visible.
 */
@Entity('stock_reservation')
export class StockReservation {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  @Column({ name: 'product_slug', type: 'varchar', length: 40 })
  productSlug: string;

  @Column({ type: 'int' })
  quantity: number;

  /** Paid for, but no longer in stock: the shop has to order more. */
  @Column({ name: 'back_order', type: 'boolean' })
  backOrder: boolean;
}
