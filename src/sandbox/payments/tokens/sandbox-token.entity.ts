import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { PaidWith, RecurringModel } from '../../orders/index.js';

/** A stored means of payment (protocol §2.12). Of a card it contains no more than an order shows. */
@Entity('sandbox_token')
@Index('sandbox_token_value', ['token'], { unique: true })
@Index('sandbox_token_customer', ['site', 'reference', 'id'])
export class SandboxTokenEntity {
  /** The sandbox's own key, sorted by time; not part of the wire format. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** The value for `recurring_id` of an order. */
  @Column({ type: 'varchar', length: 64 })
  token: string;

  /** The terminal group of the order that stored it. */
  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The website of that order: other websites cannot use the token. */
  @Column({ type: 'varchar', length: 64 })
  site: string;

  /** `customer.reference` of that order. */
  @Column({ type: 'varchar', length: 200 })
  reference: string;

  /** The payment method of later charges. */
  @Column({ type: 'varchar', length: 20 })
  method: string;

  @Column({ name: 'name_holder', type: 'varchar', length: 200 })
  nameHolder: string;

  @Column({ name: 'paid_with', type: 'simple-json' })
  paidWith: PaidWith;

  @Column({ name: 'recurring_model', type: 'varchar', length: 16 })
  model: RecurringModel;

  @Column({ name: 'created_at', type: 'integer' })
  createdAt: number;
}
