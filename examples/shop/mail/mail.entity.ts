import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Replaces a mail server: one row for every message, including repeats. */
@Entity('mail')
export class Mail {
  @PrimaryGeneratedColumn({ type: 'int' })
  id: number;

  @Index('mail_order')
  @Column({ name: 'order_id', type: 'varchar', length: 50 })
  orderId: string;

  @Column({ name: 'message_id', type: 'varchar', length: 120 })
  messageId: string;

  @Column({ type: 'varchar', length: 120 })
  recipient: string;

  @Column({ type: 'varchar', length: 200 })
  subject: string;

  @Column({ type: 'text' })
  body: string;
}
