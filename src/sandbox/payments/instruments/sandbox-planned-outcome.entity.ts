import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import type { PaymentOutcome } from '../outcomes/outcome-rules.js';

/** An outcome that follows automatically from the test data; at most one for each order. */
@Entity('sandbox_planned_outcome')
@Index('sandbox_planned_outcome_due', ['dueAt', 'orderKey'])
export class SandboxPlannedOutcomeEntity {
  /** The sandbox's own key of the order. */
  @PrimaryColumn({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** The payment, and the order's status, when it was planned: if either has changed, the outcome is not applied. */
  @Column({ name: 'transaction_key', type: 'varchar', length: 36 })
  transactionKey: string;

  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  @Column({ type: 'varchar', length: 16 })
  outcome: PaymentOutcome;

  /** Epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer' })
  dueAt: number;
}
