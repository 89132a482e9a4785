import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One session of the payment page. An unpaid order that is created again gets a new one; the old one closes. */
@Entity('sandbox_session')
@Index('sandbox_session_order', ['orderKey', 'open'])
export class SandboxSessionEntity {
  /** Unguessable, because everyone who has it can pay. 35 characters, like the service's own. */
  @PrimaryColumn({ type: 'varchar', length: 35 })
  id: string;

  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  @Column({ type: 'boolean' })
  open: boolean;

  @Column({ name: 'payment_url', type: 'text' })
  paymentUrl: string;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;
}
