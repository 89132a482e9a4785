import { expect, it } from '@jest/globals';
import type { PaymentStatus } from '../orders/index.js';
import { isAtRest } from './erasure.js';

it.each<[PaymentStatus | null, boolean]>([
  [null, false],
  ['initialized', false],
  ['uncleared', false],
  ['reserved', false],
  ['authorised', false],
  ['completed', false],
  ['declined', true],
  ['cancelled', true],
  ['expired', true],
  ['void', true],
  ['voided', false],
])('of an order without a payment that is %s the payment pages are no longer needed: %s', (status, isOver) => {
  expect(isAtRest({ paidAt: null, status })).toBe(isOver);
  expect(isAtRest({ paidAt: 1, status })).toBe(true);
});
