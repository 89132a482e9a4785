import { createRequire, syncBuiltinESMExports } from 'node:module';

const crypto = createRequire(import.meta.url)('node:crypto');
const { randomBytes, randomFillSync, randomInt } = crypto;
const { random } = Math;

/** What `node:crypto` would draw, drawn from `next`: at least 0, below 1. */
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
 * Draws whatever is left to chance from `next` from now on, in all modules, also what they draw from `node:crypto`: with the same
 * seed the same ids are made, so that rows of one millisecond come in the same order.
 *
 * @returns what leaves it to chance again
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
