import { expect, it } from '@jest/globals';
import { pauseBy } from './transactions.js';

it.each([
  [0, 10],
  [0.5, 105],
  [0.9999, 199],
])('a transaction is done again after a pause: with a chance of %d after %i ms', (chance, ms) => {
  expect(pauseBy(chance)).toBe(ms);
});
