import type { TerminalGroup } from '../../core/index.js';
import type { RefundEntity, RefundLaneEntity } from '../../refund-records/index.js';

/** One slot of a lane, under its lease: a refund that may be sent now. */
export interface SendSlot {
  readonly lane: RefundLaneEntity;
  readonly group: TerminalGroup;
  readonly refund: RefundEntity;
}

/** A lane under its lease, and its group. */
export type HeldLane = Pick<SendSlot, 'lane' | 'group'>;
