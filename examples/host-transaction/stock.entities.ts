import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** How many mugs are on the shelf. */
@Entity('shelf')
export class Shelf {
  @PrimaryColumn({ type: 'varchar', length: 40 })
  article: string;

  @Column({ type: 'int' })
  left: number;
}

/** What was taken from it. No unique key on the order: were it taken twice, it would be seen here. */
@Entity('taking')
export class Taking {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;
}
