import { randomFillSync } from 'node:crypto';

import type { Clock } from './clock.js';

interface LastId {
  ms: number;
  sequence: number;
}

const MAX_SEQUENCE = 0xfff;
/** The sequence starts in its lower half, so one millisecond has room for at least 2,048 ids. */
const MAX_START = 0x7ff;
/** A call for random bytes costs more than the rest of an id, so they are fetched for many ids at once. */
const RANDOM_BYTES = 10;
const chance = Buffer.allocUnsafe(RANDOM_BYTES * 256);
let used = chance.length;

/** Ten random bytes. Read them at once: the next call may overwrite them. */
function nextRandom(): Buffer {
  if (used >= chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  used += RANDOM_BYTES;
  return chance.subarray(used - RANDOM_BYTES, used);
}

const lastIds = new WeakMap<Clock, LastId>();

/**
 * Makes a unique identifier that sorts by the time when it was made: a UUID of version 7 (RFC 9562).
 *
 * Identifiers of one clock in one process always grow, also within a millisecond and if the clock is set back.
 *
 * @param clock - the source of the time
 * @returns 36 characters, lower case
 * @example
 * const id = createId(clock); // '019b7767-4c00-7a3f-8c1d-0f2e6b5a9d31'
 */
export function createId(clock: Clock): string {
  const random = nextRandom();
  const { ms, sequence } = nextId(clock, random.readUInt16BE(0) & MAX_START);
  const time = ms.toString(16).padStart(12, '0');
  const variant = 0x8000 | (random.readUInt16BE(2) & 0x3fff);
  const tail = random.toString('hex', 4);
  const counter = sequence.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${variant.toString(16)}-${tail}`;
}

function nextId(clock: Clock, start: number): LastId {
  const last = lastIds.get(clock);
  const now = clock.now();
  let next: LastId = { ms: now, sequence: start };
  if (last && now <= last.ms) {
    const isFull = last.sequence >= MAX_SEQUENCE;
    next = isFull ? { ms: last.ms + 1, sequence: start } : { ms: last.ms, sequence: last.sequence + 1 };
  }
  lastIds.set(clock, next);
  return next;
}

/**
 * The lowest identifier of a time: no identifier made at `ms` (epoch milliseconds) or later sorts before it. It finds
 * rows of a time by their key. Clocks of several processes differ, so pass a slightly earlier time.
 *
 * @example
 * const fromYesterdayOn = firstIdAt(clock.now() - 86_400_000);
 */
export function firstIdAt(ms: number): string {
  const time = Math.min(Math.max(0, Math.floor(ms)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
