import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { OpenBodies } from './open-bodies.js';

const PATIENCE_MS = 10_000;
/** How often it is looked. */
const LOOK_MS = 1_000;

describe('bodies that have begun and not ended', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const begin = (bodies: OpenBodies): IncomingMessage => {
    const request = new IncomingMessage(new Socket());
    bodies.add(request, new ServerResponse(request));
    return request;
  };

  it('lose their connection when the service itself would have given up', () => {
    const request = begin(new OpenBodies());
    jest.advanceTimersByTime(PATIENCE_MS - 1);
    expect(request.socket.destroyed).toBe(false);
    jest.advanceTimersByTime(LOOK_MS);
    expect(request.socket.destroyed).toBe(true);
  });

  it('keep it when they have ended, told of or not, or were answered before', () => {
    const bodies = new OpenBodies();
    const [told, complete] = [begin(bodies), begin(bodies)];
    const answered = new IncomingMessage(new Socket());
    const answer = new ServerResponse(answered);
    bodies.add(answered, answer);
    bodies.remove(told);
    complete.complete = true;
    answer.emit('close');
    jest.advanceTimersByTime(PATIENCE_MS + LOOK_MS);
    expect([told, complete, answered].map(({ socket }) => socket.destroyed)).toEqual([false, false, false]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are never more than fit into the memory meant for them: the oldest goes', () => {
    const bodies = new OpenBodies();
    const all = Array.from({ length: 252 }, () => begin(bodies));
    expect(all.map(({ socket }, index) => (socket.destroyed ? index : -1)).filter((index) => index >= 0)).toEqual([
      0, 1,
    ]);
  });
});
