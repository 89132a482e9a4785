import { Entity, Index, PrimaryColumn } from 'typeorm';
import { ClaimableRow } from '../../database/engine/index.js';

/** pending: to be looked at when due (or being looked at, under a lease) · done: nothing is to be found out. */
export type WatchState = 'pending' | 'done';

/**
 * That a refund has to be looked at again: one that is being sent, in case its sender dies; one that is unknown; one that
 * is accepted and not yet settled. One row for each refund, of the same id.
 */
@Entity('tillbridge_refund_watch')
@Index('tillbridge_refund_watch_due', ['state', 'dueAt', 'id'])
export class RefundWatchEntity extends ClaimableRow<WatchState> {
  /** The refund's id. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;
}
