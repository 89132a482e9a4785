import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Hands out something long in slices, and gives the event loop back before each but the first: a chain of resolved promises
 * is one turn of the loop, however long, and no request is read and no timer fires meanwhile.
 *
 * @param whole - a list, or bytes
 * @param size - how much of it each slice has
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
