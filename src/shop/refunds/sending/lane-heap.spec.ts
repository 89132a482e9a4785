import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LaneHeap } from './lane-heap.js';

it('a heap gives the first of its items, after any additions and removals', () => {
  const steps = fc.array(fc.option(fc.integer({ min: 0, max: 30 })), { maxLength: 80 });
  fc.assert(
    fc.property(steps, (all) => {
      const heap = new LaneHeap<number>((a, b) => a < b);
      const kept: number[] = [];
      for (const step of all) {
        if (step === null) expect(heap.take()).toBe(kept.shift());
        else {
          heap.add(step);
          kept.push(step);
          kept.sort((a, b) => a - b);
        }
        expect(heap.first).toBe(kept[0]);
      }
      for (const each of kept) expect(heap.take()).toBe(each);
      expect([heap.take(), heap.first]).toEqual([undefined, undefined]);
    }),
  );
});
