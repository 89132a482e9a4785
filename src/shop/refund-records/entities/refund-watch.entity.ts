import { Entity, Index, PrimaryColumn } from 'typeorm';
import { ClaimableRow } from '../../../database/engine/index.js';

/** pending: to be read when due (or being read, under a lease) · done: there is nothing to find out. */
export type WatchState = 'pending' | 'done';

/**
 * A refund that must be read again: one that is being sent, in case its sender dies; one that is unknown; one that is
 * accepted and not yet settled. One row for each refund, with the same id.
 */
@Entity('tillbridge_refund_watch')
@Index('tillbridge_refund_watch_due', ['state', 'dueAt', 'id'])
export class RefundWatchEntity extends ClaimableRow<WatchState> {
  /** The refund's id. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;
}
