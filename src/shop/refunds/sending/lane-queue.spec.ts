import { describe, expect, it } from '@jest/globals';
import { RefundLaneEntity } from '../../refund-records/index.js';
import { freeAt, isFree, metBy } from './lane-queue.js';

const NOW = 1_700_000_000_000;
const lane = (change: Partial<RefundLaneEntity> = {}): RefundLaneEntity =>
  Object.assign(new RefundLaneEntity(), {
    state: 'pending',
    nextSlotAt: 0,
    pausedUntil: 0,
    dueAt: 0,
    refusals: 0,
    guardScope: null,
    ...change,
  });

describe('a lane of refunds', () => {
  it.each<[keyof RefundLaneEntity & ('nextSlotAt' | 'pausedUntil' | 'dueAt')]>([
    ['nextSlotAt'],
    ['pausedUntil'],
    ['dueAt'],
  ])('is free from %s on, and not before', (until) => {
    const row = lane({ nextSlotAt: NOW - 9, pausedUntil: NOW - 9, dueAt: NOW - 9, [until]: NOW });
    expect(freeAt(row)).toBe(NOW);
    expect([isFree(row, NOW - 1), isFree(row, NOW)]).toEqual([false, true]);
    expect(isFree(lane({ ...row, state: 'paused' }), NOW)).toBe(false);
  });

  it.each([
    ['nothing, while it has no row', null, { scope: 'order', isRefused: false }],
    ['nothing, when it is new', lane(), { scope: 'order', isRefused: false }],
    ['a refusal', lane({ refusals: 1 }), { scope: 'order', isRefused: true }],
    ['a guard of the whole site', lane({ guardScope: 'group' }), { scope: 'group', isRefused: false }],
  ])('has met %s', (_title, row, met) => {
    expect(metBy(row)).toEqual(met);
  });
});
