import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];

describeOneEngine(
  'a notification whose order is of another mode than a process has its group in (scenario C3)',
  (engine) => {
    const clock = new ManualClock(NOON);
    const [web] = shopOptions().terminalGroups;
    let database: TestDatabase;
    let right: ShopHost;
    let wrong: ShopHost;

    const start = (mode: 'sandbox' | 'test'): Promise<ShopHost> =>
      startShop({ database, options: { clock, workers: 'off', terminalGroups: [{ ...web!, mode }] } });
    const inbox = (): Promise<{ state: string; attempts: number; last_error: string | null }[]> =>
      right.dataSource.query('SELECT state, attempts, last_error FROM tillbridge_notification');

    beforeAll(async () => {
      database = await createMigratedDatabase(engine);
      [right, wrong] = [await start('sandbox'), await start('test')];
    });
    beforeEach(async () => {
      await right.forget();
      wrong.logs.lines.length = 0;
      await right.addOrder('A-1', 1250, 'web', clock.now());
      const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
      expect((await right.notify({ orderId: 'A-1', body, at: clock.now() })).status).toBe(200);
    });
    afterAll(async () => {
      await wrong?.close();
      await right?.close();
      await database?.drop();
    });

    it('waits for a process of the right mode', async () => {
      await wrong.drain();
      expect(await right.payments.orders.find('A-1')).toMatchObject({ paid: false });
      expect(await inbox()).toMatchObject([{ state: 'pending', last_error: expect.stringContaining('another mode') }]);
      clock.advance(MINUTE);
      await right.drain();
      expect(await right.payments.orders.find('A-1')).toMatchObject({ paid: true, status: 'completed' });
      expect(await inbox()).toEqual([{ state: 'done', attempts: expect.any(Number), last_error: null }]);
    });

    it('is applied within an hour, also when only the wrong one was there for days', async () => {
      for (let hour = 0; hour < 72; hour += 1) {
        await wrong.drain();
        clock.advance(HOUR);
      }
      await right.drain();
      expect(await right.payments.orders.find('A-1')).toMatchObject({ paid: true });
      expect(wrong.logs.matching('was created in another mode').length).toBeLessThan(10);
    });

    it('is parked after a week, from where it can be replayed', async () => {
      for (let day = 0; day < 9; day += 1) {
        await wrong.drain();
        clock.advance(DAY);
      }
      expect(await inbox()).toMatchObject([{ state: 'parked', last_error: expect.stringContaining('another mode') }]);
      expect(wrong.logs.matching('is parked')).toHaveLength(1);
      const [{ id } = { id: '' }] = (await right.payments.notifications.list({ state: 'parked' })).items;
      await right.payments.notifications.replay(id, { by: 'ann', why: 'the settings are right' });
      await right.drain();
      expect(await right.payments.orders.find('A-1')).toMatchObject({ paid: true });
    });
  },
);
