import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { OrderStatus } from '../../../protocol/index.js';
import type { PaymentOutcome } from '../outcomes/outcome-rules.js';

/** An outcome that follows automatically from the test data; at most one for each payment. */
@Entity('sandbox_planned_outcome')
@Index('sandbox_planned_outcome_due', ['dueAt', 'transactionKey'])
export class SandboxPlannedOutcomeEntity {
  /** The payment, by the sandbox's own key of the transaction. */
  @PrimaryColumn({ name: 'transaction_key', type: 'varchar', length: 36 })
  transactionKey: string;

  /** The sandbox's own key of the order. */
  @Column({ name: 'order_key', type: 'varchar', length: 36 })
  orderKey: string;

  /** The payment's status when it was planned: if it has changed, the outcome is not applied. */
  @Column({ type: 'varchar', length: 16 })
  status: OrderStatus;

  @Column({ type: 'varchar', length: 16 })
  outcome: PaymentOutcome;

  /** Epoch milliseconds. */
  @Column({ name: 'due_at', type: 'integer' })
  dueAt: number;
}
