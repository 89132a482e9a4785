import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Money, type RefundRequest } from 'tillbridge';
import { DAY, RefundScript, SECOND } from './support/refund-script.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');

describe('how refunds that were asked for are found', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const ask = (change: Partial<RefundRequest> = {}) =>
    script.refunds.request({ orderId: 'A', group: 'web', amount: eur(1_000), reason: 'broken', key: 'k-1', ...change });

  test('they are found and listed', async () => {
    const { clock } = script;
    await script.paid('A');
    const ids: string[] = [];
    const first = clock.now() + 400 * DAY;
    for (const [index, orderId] of ['A', 'B', 'A'].entries()) {
      clock.set(first + index * SECOND);
      if (orderId !== 'A') await script.paid(orderId);
      const { id } = await ask({ orderId, key: `k-${index}` });
      ids.push(id);
    }
    await script.refund('X1', 'X', { group: 'attic' });
    await script.refund('E1', 'A', { origin: 'elsewhere', key: 'elsewhere:1', state: 'settled', serviceRefundId: '1' });
    await script.spoil(`UPDATE tillbridge_refund SET state = 'accepted', batch_id = 'b1' WHERE id = '${ids[1]}'`);
    const found = async (filter: Parameters<typeof script.refunds.list>[0]) =>
      (await script.refunds.list(filter)).items.map(({ id, plannedAt }) => ({ id, plannedAt }));
    const transcript = await script.written(async (written) => {
      await written.step('one by its id', () => script.refunds.find(ids[0]!));
      await written.step('one by its key', () => script.refunds.find({ group: 'web', key: 'k-1' }));
      await written.step('one made elsewhere, by its id', () => script.refunds.find('E1'));
      await written.step('one made elsewhere has no key', () =>
        script.refunds.find({ group: 'web', key: 'elsewhere:1' }),
      );
      await written.step('none in another group', () => script.refunds.find(ids[0]!, { group: 'kiosk' }));
      await written.step('all, the newest first', () => found({ order: 'newest-first', limit: 3 }));
      await written.step('those of an order', () => found({ orderId: 'A', group: 'web' }));
      await written.step('those in a state', () => found({ state: 'accepted' }));
      await written.step('those of a batch', () => found({ batchId: 'b1' }));
      await written.step('from a time on', () => found({ from: first + SECOND, state: 'queued' }));
      await written.step('before a time', () => found({ to: first + SECOND }));
      await written.step('between two times', () => found({ from: first + 1, to: first + 2 * SECOND }));
      await written.step('what comes next', () => script.refunds.upcoming('web', { limit: 1 }));
    });
    expect(transcript).toMatchSnapshot();
  });
});
