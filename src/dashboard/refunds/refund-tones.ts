import type { RefundState } from '../../shop/refund-records/index.js';
import type { RefundLane } from '../../shop/refunds/index.js';

type Tone = 'good' | 'bad' | 'wait' | 'note' | 'plain';

/** The colour of each state of a refund. */
export const REFUND_TONES: Readonly<Record<RefundState, Tone>> = {
  queued: 'wait',
  sending: 'note',
  accepted: 'note',
  settled: 'good',
  rejected: 'bad',
  unknown: 'wait',
  manual: 'bad',
  cancelled: 'plain',
};

/** The colour of each state of a lane. */
export const LANE_TONES: Readonly<Record<RefundLane['state'], Tone>> = {
  idle: 'plain',
  waiting: 'note',
  sending: 'note',
  resting: 'wait',
  paused: 'bad',
};
