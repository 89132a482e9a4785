import { expect, it } from '@jest/globals';
import { BUCKETS_S } from './metric-table.js';

it('durations are counted up to 1, 2.5 and 5 of each power of ten: charts and alerts of shops name these bounds', () => {
  const decades = [0.001, 0.01, 0.1, 1].flatMap((unit) => [1, 2.5, 5].map((each) => Number((unit * each).toFixed(4))));
  expect(BUCKETS_S).toEqual([...decades, 10, 30]);
});
