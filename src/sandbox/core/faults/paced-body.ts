import { setTimeout as wait } from 'node:timers/promises';

const PIECES = 8;

/** Cuts a body into pieces; none if it is empty. */
export function piecesOf(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  const count = Math.ceil(body.length / size);
  return Array.from({ length: count }, (_, index) => body.subarray(index * size, (index + 1) * size));
}

/** Yields a body in small pieces with pauses between them, `delayMs` in all. */
export async function* slowly(body: Buffer, delayMs: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pieces = piecesOf(body);
  for (const piece of pieces) {
    await wait(delayMs / pieces.length, undefined, { signal, ref: false });
    yield piece;
  }
}

/** Yields the first half of a body and then throws, which breaks the connection. */
export async function* brokenOff(body: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(body.subarray(0, Math.floor(body.length / 2)));
  throw new Error('The connection was reset on purpose.');
}
