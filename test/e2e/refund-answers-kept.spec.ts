import { expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { startCuttingProxy } from '../support/cutting-proxy.mjs';
import { describeServers } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startOrderService } from '../support/order-service.mjs';
import { shopOptions, startShop } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Longer than a transaction is tried again, and its evidence after it. */
const AWAY_MS = 5_000;
const MINUTE = 60_000;

describeServers('a database that is away when a refund is answered', (engine) => {
  it('has the answer once it is back, though no read of the order shows the refund', async () => {
    const [direct, service] = [await createMigratedDatabase(engine), await startOrderService()];
    const proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    const database = { ...direct, options: { ...direct.options, url: proxy.url } as typeof direct.options };
    const clock = new ManualClock(Date.now());
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url }];
    const shop = await startShop({ database, options: { workers: 'off', clock, terminalGroups } });
    const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
    const { refunds } = shop.payments;
    try {
      await shop.addOrder('A-1');
      service.orders.set('A-1', body);
      await shop.notify({ orderId: 'A-1', body, at: clock.now() });
      await shop.drain();
      service.state.before = async (what) => {
        if (what === 'refund') proxy.shutFor(AWAY_MS);
      };
      await refunds.request({ orderId: 'A-1', amount: Money.of('1.00', 'EUR'), reason: 'Mug broken', key: 'K' });
      await shop.drain().catch(() => undefined);
      service.state.before = null;
      const isBack = () => shop.dataSource.query('SELECT 1').catch(() => null);
      await waitFor(isBack, { what: 'the database to be back' });
      for (let minutes = 0; minutes < 40; minutes += 1) {
        clock.advance(MINUTE);
        await shop.drain();
      }
      const { state, serviceRefundId } = (await refunds.find({ group: 'web', key: 'K' }))!;
      expect({ state, serviceRefundId, sent: service.state.refunds }).toEqual({
        state: 'accepted',
        serviceRefundId: '1',
        sent: 1,
      });
    } finally {
      await shop.close();
      await proxy.close();
      await service.close();
      await direct.drop();
    }
  }, 120_000);
});
