import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Yields something long in slices, and gives the event loop back before each slice except the first. A chain of
 * resolved promises is one turn of the loop: until it ends, no request is read and no timer fires.
 *
 * @param whole - a list, or bytes
 * @param size - the length of each slice
 * @example
 * async function sumOf(amounts: readonly number[]): Promise<number> {
 *   let sum = 0;
 *   for await (const some of inSteps(amounts, 1_000)) for (const amount of some) sum += amount;
 *   return sum;
 * }
 */
export async function* inSteps<T extends Sliceable<T>>(whole: T, size: number): AsyncGenerator<T, void, undefined> {
  for (let start = 0; start < whole.length; start += size) {
    if (start > 0) await nextTurn();
    yield whole.slice(start, start + size);
  }
}

/** A list, or bytes. */
interface Sliceable<T> {
  readonly length: number;
  slice(start: number, end: number): T;
}
