import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { GrowingBuffer } from './growing-buffer.js';

const MOST = 4_096;

describe('bytes that come in pieces', () => {
  it('are those that came, in one buffer of their size, however they were cut', () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (all) => {
        const buffer = new GrowingBuffer(MOST);
        const kept = all.filter((piece) => buffer.add(piece));
        expect(buffer.capacity).toBeLessThanOrEqual(MOST);
        const whole = buffer.take();
        expect(whole).toEqual(Buffer.concat(kept));
        expect([whole.buffer.byteLength, buffer.capacity, buffer.size]).toEqual([whole.length, 0, 0]);
      }),
    );
  });

  it('hold no memory but their own: not that of the pieces', () => {
    const buffer = new GrowingBuffer(MOST);
    const read = Buffer.alloc(65_536, 'a');
    for (let each = 0; each < 100; each += 1) buffer.add(read.subarray(each, each + 1));
    read.fill('b');
    expect(buffer.capacity).toBe(1_024);
    expect(buffer.take().toString()).toBe('a'.repeat(100));
  });

  it('are refused beyond the limit, to the byte', () => {
    const buffer = new GrowingBuffer(MOST);
    expect(buffer.add(Buffer.alloc(MOST))).toBe(true);
    expect([buffer.add(Buffer.alloc(1)), buffer.size]).toEqual([false, MOST]);
  });
});
