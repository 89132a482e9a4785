import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';
import type { TransitionRefund } from '../../effects/index.js';
import type { ChangeSource } from './observation.entity.js';

/**
 * A recorded change of an order. Numbered without gaps per order; the unique key makes a double record impossible. Holds no
 * personal data: only what an event handler gets.
 */
@Entity('tillbridge_transition')
@Unique('tillbridge_transition_version', ['group', 'orderId', 'version'])
export class TransitionEntity {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** The order's reference at this time: an event does not change between two tries. */
  @Column({ type: 'varchar', length: 100, nullable: true })
  reference: string | null;

  @Column({ type: 'int' })
  version: number;

  /** The event kind handlers subscribe to. */
  @Column({ type: 'varchar', length: 32 })
  kind: string;

  @Column({ name: 'previous_status', type: 'varchar', length: 32, nullable: true })
  previousStatus: string | null;

  @Column({ type: 'varchar', length: 32, nullable: true })
  status: string | null;

  @Column({ name: 'transaction_id', type: 'varchar', length: 64, nullable: true })
  transactionId: string | null;

  @Column({ name: 'payment_method', type: 'varchar', length: 64, nullable: true })
  paymentMethod: string | null;

  /** Amount the service reported, in minor units. */
  @Column(bigintColumn())
  amount: number;

  @Column(bigintColumn({ name: 'amount_refunded' }))
  amountRefunded: number;

  /** The part of {@link amount} that is a tip, in minor units; null when there is none. */
  @Column(bigintColumn({ nullable: true }))
  tip: number | null;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  @Column({ type: 'varchar', length: 16 })
  source: ChangeSource;

  /** Null for a change without an observation: the answer to a request, a person's decision. */
  @Column({ name: 'observation_id', type: 'varchar', length: 36, nullable: true })
  observationId: string | null;

  /** The refund that changed; null for a change of the payment. */
  @Column({ type: 'simple-json', nullable: true })
  refund: TransitionRefund | null;

  @Column(bigintColumn({ name: 'recorded_at' }))
  recordedAt: number;
}
