import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** Goods set aside for a paid order. No unique key on the order: were an effect to run twice, it would be seen here. */
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

  /** Paid for, but no longer on the shelf: someone has to order more. */
  @Column({ name: 'back_order', type: 'boolean' })
  backOrder: boolean;
}
