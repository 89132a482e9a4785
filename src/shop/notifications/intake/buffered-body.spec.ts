import { describe, expect, it } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { keptShare } from '../../../../test/support/kept-share.js';
import { BufferedBody, type HeldBody } from './buffered-body.js';
import type { GrowingBuffer } from './growing-buffer.js';

const LIMIT = 262_144;
const MAX_PIECES = 4_096;
const PIECE = Buffer.from('x');

/** A request whose body is held, and what was reported about it. */
function held(limit = LIMIT) {
  const request = new IncomingMessage(new Socket());
  const grown: number[] = [];
  const ends: HeldBody[] = [];
  const hold = new BufferedBody(request, limit, {
    onGrown: (bytes) => grown.push(bytes),
    onEnd: (end) => ends.push(end),
  });
  /** Bytes of memory that the body takes while the request exists. */
  const taken = (): number => (Reflect.get(hold, 'buffer') as GrowingBuffer).capacity;
  return { request, hold, grown, ends, taken };
}

describe('a body that is held', () => {
  it('in pieces of one byte takes no more memory than is reported, and less than three times its bytes', () => {
    const { request, grown, ends } = held();
    for (let each = 0; each < MAX_PIECES; each += 1) expect(request.push(PIECE)).toBe(true);
    expect([grown, request.readableLength, ends]).toEqual([[1_024, 2_048, 4_096], 0, []]);
    request.push(null);
    expect(ends).toEqual([{ kind: 'whole', body: Buffer.alloc(MAX_PIECES, 'x') }]);
  });

  it('may have only so many pieces; the rest is dropped', () => {
    const { request, ends, taken } = held();
    for (let each = 0; each <= MAX_PIECES; each += 1) request.push(PIECE);
    expect([ends, taken()]).toEqual([[{ kind: 'too-many-pieces' }], 0]);
    // If the answer were false, Node would stop reading from a closed socket, once for each piece.
    expect([request.push(PIECE), request.push(null)]).toEqual([true, true]);
    expect([ends.length, request.readableLength, taken()]).toEqual([1, 0, 0]);
  });

  it('may have only so many bytes; the bytes already read are freed while the rest arrives', () => {
    const { request, grown, ends, taken } = held(5_000);
    request.push(Buffer.alloc(4_000));
    expect(taken()).toBe(4_000);
    request.push(Buffer.alloc(1_001));
    expect([grown, ends, taken()]).toEqual([[4_000], [{ kind: 'too-large' }], 0]);
    request.resume().push(PIECE);
    request.push(null);
    expect([ends.length, Object.hasOwn(request, 'push')]).toEqual([1, false]);
  });

  it('is reported once when its connection ends before it', async () => {
    const { request, ends, taken } = held();
    request.push(PIECE);
    const closed = new Promise((resolve) => void request.once('close', resolve));
    request.destroy();
    await closed;
    expect([ends, taken()]).toEqual([[{ kind: 'broken-off' }], 0]);
  });

  it('is forgotten by the next collection of young objects, with all that its listener knows', () => {
    const socket = new Socket();
    const hold = (request: IncomingMessage, known: number[]): BufferedBody =>
      new BufferedBody(request, LIMIT, { onGrown: () => undefined, onEnd: () => void known.pop() });
    const share = keptShare(() => {
      for (let each = 0; each < 6_000; each += 1) {
        const request = new IncomingMessage(socket);
        hold(request, Array<number>(4_000).fill(each));
        request.push(null);
      }
    });
    expect(share).toBeLessThan(0.2);
  });
});
