import { expect, it } from '@jest/globals';
import { leftUntil } from './missing-handler.js';

const CREATED = 1_768_474_800_000;

it.each([
  [0, 5_000],
  [20_003, 5_000],
  [20_004, 5_001],
  [479_999, 119_999],
  [480_000, 120_000],
  [480_004, 120_000],
  [7_199_999, 120_000],
  [7_200_000, null],
])('an effect without its handler, %d ms old, is tried again after %s ms', (age, gap) => {
  const due = leftUntil(CREATED, CREATED + age);
  expect(due === null ? null : due - CREATED - age).toBe(gap);
});
