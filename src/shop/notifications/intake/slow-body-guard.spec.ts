import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { keptShare } from '../../../../test/support/kept-share.js';
import { SlowBodyGuard, type OpenBody } from './slow-body-guard.js';

const PATIENCE_MS = 10_000;
/** Time between two checks. */
const CHECK_MS = 1_000;

describe('bodies that have begun and not ended', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const begin = (bodies: SlowBodyGuard): { request: IncomingMessage; open: OpenBody } => {
    const request = new IncomingMessage(new Socket());
    return { request, open: bodies.add(request, new ServerResponse(request)) };
  };

  it('lose their connection when the service itself would have given up', () => {
    const { request } = begin(new SlowBodyGuard());
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    expect(request.socket.destroyed).toBe(false);
    jest.advanceTimersByTime(CHECK_MS);
    expect(request.socket.destroyed).toBe(true);
  });

  it('keep it when they have ended, reported or not, or were answered before', () => {
    const bodies = new SlowBodyGuard();
    const [aborted, complete] = [begin(bodies), begin(bodies)];
    const answered = new IncomingMessage(new Socket());
    const answer = new ServerResponse(answered);
    bodies.add(answered, answer);
    bodies.remove(aborted.open);
    complete.request.complete = true;
    answer.emit('close');
    jest.advanceTimersByTime(PATIENCE_MS + CHECK_MS);
    expect([aborted.request, complete.request, answered].map(({ socket }) => socket.destroyed)).toEqual([
      false,
      false,
      false,
    ]);
    expect(jest.getTimerCount()).toBe(0);
  });

  const cutOf = (all: readonly { readonly request: IncomingMessage }[]): number[] =>
    all.map(({ request }, index) => (request.socket.destroyed ? index : -1)).filter((index) => index >= 0);

  it('never take more than the memory for them: the oldest is cut', () => {
    const bodies = new SlowBodyGuard();
    const all = Array.from({ length: 1_002 }, () => begin(bodies));
    expect(cutOf(all)).toEqual([0, 1]);
  });

  it('count with the memory that they take: a hundred large ones do not fit, a thousand small ones do', () => {
    const bodies = new SlowBodyGuard();
    const all = Array.from({ length: 100 }, () => begin(bodies));
    for (const { open } of all) bodies.grow(open, 262_144);
    // 100 times (24,000 + 262,144) bytes are 28.6 MB: 17 of them have to go.
    expect(cutOf(all)).toEqual(Array.from({ length: 17 }, (_, index) => index));
    // Bodies that have ended give their memory back.
    for (const { open } of all) bodies.remove(open);
    const more = Array.from({ length: 1_000 }, () => begin(bodies));
    expect(cutOf(more)).toEqual([]);
  });

  it('count with their headers, too', () => {
    const bodies = new SlowBodyGuard();
    const all = Array.from({ length: 300 }, () => {
      const request = new IncomingMessage(new Socket());
      request.rawHeaders = Array<string>(1_000).fill('x');
      bodies.add(request, new ServerResponse(request));
      return { request };
    });
    // 300 times (24,000 + 64,000) bytes are 26.4 MB: 28 of them have to go.
    expect(cutOf(all)).toEqual(Array.from({ length: 28 }, (_, index) => index));
  });

  it('that have been ended already, or are whole, take nothing any more', () => {
    const bodies = new SlowBodyGuard();
    const gone = begin(bodies);
    bodies.remove(gone.open);
    for (let each = 0; each < 200; each += 1) bodies.grow(gone.open, 262_144);
    const all = Array.from({ length: 1_000 }, () => begin(bodies));
    expect(cutOf(all)).toEqual([]);
  });

  it('are forgotten by the next collection of young objects when they have ended, while others begin and end', () => {
    const [bodies, socket] = [new SlowBodyGuard(), new Socket()];
    const share = keptShare(() => {
      let before: OpenBody | undefined;
      for (let each = 0; each < 6_000; each += 1) {
        const request = Object.assign(new IncomingMessage(socket), { known: Array<number>(4_000).fill(each) });
        const open = bodies.add(request, new ServerResponse(request));
        if (before) bodies.remove(before);
        before = open;
      }
    });
    expect(share).toBeLessThan(0.2);
  });
});
