import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** The number of mugs in stock. */
@Entity('shelf')
export class Shelf {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  article: string;

  @Column({ type: 'int' })
  left: number;
}

/** What was taken from the stock. It has no unique key on the order, so that a second taking would be visible. */
@Entity('taking')
export class Taking {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;
}
