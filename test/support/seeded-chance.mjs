import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
const { randomBytes, randomFillSync, randomInt } = crypto;
const { random } = Math;

/** Replacements for the random functions of `node:crypto`, with numbers from `next`: at least 0, below 1. */
function drawing(next) {
  const fill = (buffer) => {
    const bytes = new Uint8Array(buffer.buffer ?? buffer, buffer.byteOffset ?? 0, buffer.byteLength);
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(next() * 256);
    return buffer;
  };
  return {
    randomFillSync: (buffer) => fill(buffer),
    randomBytes: (size) => fill(Buffer.alloc(size)),
    randomInt: (least, most) =>
      most === undefined ? Math.floor(next() * least) : least + Math.floor(next() * (most - least)),
  };
}

/**
 * From now on takes all random numbers from `next`, in all modules, including those from `node:crypto`: the same seed
 * gives the same ids, so rows of one millisecond have the same order.
 *
 * @returns a function that restores real chance
 */
export function seedChance(next) {
  Math.random = next;
  Object.assign(crypto, drawing(next));
  syncBuiltinESMExports();
  return () => {
    Math.random = random;
    Object.assign(crypto, { randomBytes, randomFillSync, randomInt });
    syncBuiltinESMExports();
  };
}
