import { afterEach, expect, it } from '@jest/globals';
import { randomBytes, randomInt } from 'node:crypto';
import { Random } from './random.js';
import { seedChance } from './seeded-chance.mjs';

let end: (() => void) | undefined;
afterEach(() => end?.());

const drawn = (seed: number): unknown[] => {
  const random = new Random(seed);
  end = seedChance(() => random.next());
  const crypto = process.getBuiltinModule('node:crypto');
  const result = [
    Math.random(),
    crypto.randomBytes(4).toString('hex'),
    crypto.randomInt(10, 12),
    crypto.randomFillSync(Buffer.alloc(4)).toString('hex'),
  ];
  end();
  return result;
};

it('draws the same from the same seed, and leaves it to chance again', () => {
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
  expect(drawn(7)[2]).toBeGreaterThanOrEqual(10);
  expect(drawn(7)[2]).toBeLessThan(12);
  expect([Math.random(), randomBytes(8), randomInt(1e9)]).not.toEqual([Math.random(), randomBytes(8), randomInt(1e9)]);
});
