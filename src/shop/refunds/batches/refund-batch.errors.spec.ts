import { describe, expect, it } from '@jest/globals';
import { RefundBatchEntity } from '../../refund-records/index.js';
import { batchInvalid, batchNotMovable, inRowOrder } from './refund-batch.errors.js';

const faultsIn = (rows: readonly number[]) => rows.map((row) => ({ path: `line ${row}.amount`, message: 'is wrong' }));

describe('what is wrong with a batch of refunds', () => {
  it('is listed line by line, beginning with faults of the whole batch', () => {
    const faults = [...faultsIn([10, 2, 9]), { path: '', message: 'has too many rows' }];
    expect(inRowOrder(faults).map(({ path }) => path)).toEqual([
      '',
      'line 2.amount',
      'line 9.amount',
      'line 10.amount',
    ]);
  });

  it.each([
    [20, false],
    [21, true],
  ])('of %d faults a message shows twenty; that there are more: %s', (count, hasMore) => {
    const faults = faultsIn(Array.from({ length: count }, (_, row) => row + 1));
    const error = batchInvalid('web', faults);
    expect(error.message).toContain(`has ${count} fault(s):`);
    expect(error.message.split('is wrong')).toHaveLength(21);
    expect(error.message.includes('… and ')).toBe(hasMore);
    expect(error.faults).toHaveLength(count);
  });

  it('of the whole batch has no line', () => {
    expect(batchInvalid('web', [{ path: '', message: 'is empty' }]).message).toContain('the batch: is empty');
  });

  it.each([
    ['queueing', 'Submit it once more'],
    ['done', 'request it again under other keys'],
  ] as const)('that is %s and cannot be moved says: %s', (state, advice) => {
    const batch = Object.assign(new RefundBatchEntity(), { id: 'b-1', group: 'web', state });
    expect(batchNotMovable(batch).advice).toContain(advice);
  });
});
