import { describe, expect, it } from '@jest/globals';
import { RefundLaneEntity } from '../../refund-records/index.js';
import { laneStateOf } from './refund-lanes.service.js';

const NOW = 1_700_000_000_000;
const lane = (state: RefundLaneEntity['state'], pausedUntil = 0): RefundLaneEntity =>
  Object.assign(new RefundLaneEntity(), { state, pausedUntil });

describe('what a lane does', () => {
  it.each([
    ['paused', lane('paused', NOW + 1), 1, 1],
    ['resting', lane('pending', NOW + 1), 1, 1],
    ['sending', lane('pending', NOW), 1, 1],
    ['sending', lane('pending'), 1, 0],
    ['waiting', lane('pending'), 0, 1],
    ['idle', lane('pending'), 0, 0],
    ['sending', null, 1, 1],
    ['waiting', null, 0, 1],
    ['idle', null, 0, 0],
  ])('is that it is %s', (state, row, sending, queued) => {
    expect(laneStateOf(row, { sending, queued }, NOW)).toBe(state);
  });
});
