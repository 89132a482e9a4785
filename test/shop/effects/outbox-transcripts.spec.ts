import { describe, expect, jest, test } from '@jest/globals';
import { EffectsDispatcher } from '../../../src/shop/effects/index.js';
import { EffectStage } from './effect-stage.js';

describe('what a shop does with effects after the commit', () => {
  const stage = new EffectStage();

  /** A change whose effects are recorded, and to be run. */
  const changed = async (...change: Parameters<EffectStage['changed']>): Promise<void> =>
    void (await stage.record([await stage.changed(...change)]));
  /** The handler of one effect fails, for some orders. */
  const fails = (effect: string, ...orderIds: readonly string[]): void => {
    stage.act = (name, { orderId }) => {
      if (name === effect && orderIds.includes(orderId)) throw new Error('out of paper');
    };
  };

  test('those of one handler for one order run in their order, the others do not wait', async () => {
    await changed('A', 'reserved');
    await changed('A', 'shipped', { version: 2 });
    await changed('B', 'reserved');
    await changed('A', 'reserved', { group: 'till', version: 2 });
    fails('print', 'A');
    const transcript = await stage.script(async (written) => {
      await written.work('effects');
      await stage.worksAfter(written, 749);
      stage.act = () => undefined;
      await stage.worksAfter(written, 1);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that another process has taken over meanwhile is left to that', async () => {
    for (const orderId of ['A', 'B', 'C']) await changed(orderId, 'reserved');
    const steal = (orderId: string): Promise<unknown> =>
      stage.query(`UPDATE tillbridge_outbox SET lease_token = 'of another' WHERE order_id = '${orderId}'`);
    stage.act = async (_effect, { orderId }) => {
      if (orderId !== 'B') await steal(orderId);
      if (orderId === 'C') throw new Error('out of paper');
    };
    const transcript = await stage.script(async (written) => {
      await written.work('effects');
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('several that end together are written down together, and each by itself where one was taken over', async () => {
    for (const orderId of ['A', 'B', 'C']) await changed(orderId, 'reserved');
    await changed('A', 'shipped', { version: 2 });
    const dispatcher = stage.shop.app.get(EffectsDispatcher);
    const rows = await dispatcher.rows.claim(3);
    await stage.query("UPDATE tillbridge_outbox SET lease_token = 'of another' WHERE order_id = 'C'");
    const transcript = await stage.script(async (written) => {
      await written.step('they are run', () => Promise.all(rows.map((row) => dispatcher.perform(row))));
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that waited behind another of the same claim runs as soon as that has ended', async () => {
    await changed('A', 'reserved');
    await changed('A', 'shipped', { version: 2 });
    const dispatcher = stage.shop.app.get(EffectsDispatcher);
    const rows = (await dispatcher.rows.claim(9)).filter(({ effect }) => effect === 'print');
    expect(rows.map(({ version }) => version)).toEqual([1, 2]);
    for (const row of rows) await dispatcher.perform(row);
    expect(await stage.shop.count("tillbridge_outbox WHERE effect = 'print' AND state = 'done'")).toBe(2);
  });

  test('one whose end could not be written down is done, and is not run again', async () => {
    await changed('A', 'reserved');
    const { transactions } = stage;
    const run = transactions.run.bind(transactions);
    const away = (): unknown =>
      jest.spyOn(transactions, 'run').mockRejectedValueOnce(new Error('no database')).mockImplementation(run);
    const transcript = await stage.script(async (written) => {
      stage.act = () => void away();
      await written.work('effects');
      stage.act = () => undefined;
      await stage.worksAfter(written, 750);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });
});
