import { describe, expect, it } from '@jest/globals';
import { strictest } from './group-rename.singles.js';

type Lane = Parameters<typeof strictest>[0];
const lane = (change: Partial<Lane> = {}): Lane => ({
  nextSlotAt: 0,
  pausedUntil: 0,
  pauseReason: null,
  pausedBy: null,
  state: 'pending',
  guardScope: null,
  tagsEchoed: null,
  ...change,
});
const busy = { pausedUntil: 9, pauseReason: 'too many requests' };
const locked = { pausedUntil: 5, pauseReason: 'account locked' };
const ann = { state: 'paused', pauseReason: 'stocktaking', pausedBy: 'ann' } as const;

describe('two lanes of refunds that become one', () => {
  it.each<[string, Partial<Lane>, Partial<Lane>, Partial<Lane>]>([
    ['wait for the later slot', { nextSlotAt: 3 }, { nextSlotAt: 8 }, { nextSlotAt: 8 }],
    ['wait for the later slot of the two', { nextSlotAt: 8 }, { nextSlotAt: 3 }, { nextSlotAt: 8 }],
    ['rest for the longer pause, with its reason', busy, locked, busy],
    ['rest for the longer pause, under either name', locked, busy, busy],
    ['rest for the reason of the new name, of two alike', { ...busy, pauseReason: 'other' }, busy, busy],
    ['stay paused by a person', ann, {}, ann],
    ['stay paused by a person, under either name', {}, ann, ann],
    ['name the person, and not the pause that is longer', busy, ann, { ...ann, pausedUntil: 9 }],
    ['name the person of the old name, too', ann, busy, { ...ann, pausedUntil: 9 }],
    ['keep what is known of equal amounts', { guardScope: 'group' }, { guardScope: 'order' }, { guardScope: 'group' }],
    ['keep the wider guard of the new name', { guardScope: 'order' }, { guardScope: 'group' }, { guardScope: 'group' }],
    [
      'keep what the old name alone has learnt',
      { guardScope: 'order', tagsEchoed: 0 },
      {},
      { guardScope: 'order', tagsEchoed: 0 },
    ],
    ['go by what the new name has learnt of tags', { tagsEchoed: 1 }, { tagsEchoed: 0 }, { tagsEchoed: 0 }],
  ])('%s', (_title, old, own, expected) => {
    expect(strictest(lane(old), lane(own))).toEqual(lane(expected));
  });
});
