import { describe, expect, it } from '@jest/globals';
import { inOrder, type FoundOrder } from './order-rows-by-age.js';

const rows: readonly FoundOrder[] = [
  { group: 'desk', orderId: 'S3', createdAt: 2 },
  { group: 'web', orderId: 'S9', createdAt: 1 },
  { group: 'web', orderId: 's1', createdAt: 2 },
  { group: 'web', orderId: 'S2', createdAt: 2 },
  { group: 'desk', orderId: 'S4', createdAt: 3 },
];
const namesOf = (isBack: boolean): string[] =>
  inOrder(rows, { isBack, size: 9, place: null }).map(({ group, orderId }) => `${group} ${orderId}`);

describe('orders of several branches', () => {
  it('are merged newest first, then by group where they have one time, and by nothing else', () => {
    expect(namesOf(false)).toEqual(['desk S4', 'web s1', 'web S2', 'desk S3', 'web S9']);
  });

  it('are merged oldest first on the way back', () => {
    expect(namesOf(true)).toEqual(['web S9', 'desk S3', 'web s1', 'web S2', 'desk S4']);
  });
});
