import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { describeEngines } from '../../support/engines.js';
import { RefundStage } from './support/refund-stage.js';

const who = { by: 'ann', why: 'the customer has called' };
/** PostgreSQL takes no NUL, and servers refuse what is longer than a column. */
const NUL = 'a\0b';
const LONG = 'Ann of the third floor '.repeat(20);

describeEngines('texts that no column can hold, on the way of a refund', (engine) => {
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start(engine);
    await stage.paid('A');
  });
  afterAll(() => stage.close());

  const rowOf = (key: string, orderId = 'A') => ({ orderId, amount: Money.of('1.00', 'EUR'), reason: 'broken', key });

  it.each([
    ['a long name', 'b-1', LONG],
    ['a NUL', 'b-2', NUL],
  ])('a batch is taken in whole although who asks for it has %s', async (_what, key, by) => {
    const { batches } = stage.shop.payments.refunds;
    const batch = await batches.submit({ group: 'web', key, rows: [rowOf(`row of ${key}`)], by, why: 'recall' });
    expect(batch).toMatchObject({ key, state: 'running' });
    const { manager } = stage.shop.dataSource;
    const { askedBy } = await manager.findOneByOrFail(RefundEntity, { batchId: batch.id });
    expect(askedBy).toBe(by.replace('\0', '\uFFFD').slice(0, 120));
  });

  it('a batch with an order of no possible id is refused, line by line', async () => {
    const input = { group: 'web', key: 'b-3', rows: [rowOf('k-1', NUL), rowOf('k-2', 'B')], ...who };
    await expect(stage.shop.payments.refunds.batches.submit(input)).rejects.toMatchObject({
      code: 'REFUND_BATCH_INVALID',
      faults: [{ path: 'rows[0]' }, { path: 'rows[1]' }],
    });
  });

  it('the service’s id that a person has found is kept as far as it can be', async () => {
    const { id } = await stage.refund('A', { state: 'manual', reason: 'unresolved', attempts: 1, amount: 100 });
    const verdict = { ...who, verdict: 'paid' as const, serviceRefundId: ` ${NUL} ` };
    expect(await stage.shop.payments.refunds.decide(id, verdict)).toMatchObject({ serviceRefundId: 'a\uFFFDb' });
  });

  it('a time between two milliseconds is none', async () => {
    const replay = stage.shop.payments.notifications.replay({ from: 1.5, to: 2 }, who);
    await expect(replay).rejects.toMatchObject({ code: 'FILTER_INVALID', faults: [{ path: 'from' }] });
  });
});
