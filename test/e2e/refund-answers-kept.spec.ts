import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.mjs';
import { describeServers, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startOrderService, type OrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** Longer than a transaction is tried again, and its evidence after it. */
const AWAY_MS = 5_000;
const MINUTE = 60_000;
const K = { group: 'web', key: 'K' };

describeServers('a database that is away when a refund is answered', (engine) => {
  let clock: ManualClock;
  let direct: TestDatabase;
  let service: OrderService;
  let proxy: CuttingProxy;
  let shop: ShopHost;

  const start = (): Promise<ShopHost> => {
    const database = { ...direct, options: { ...direct.options, url: proxy.url } as typeof direct.options };
    const terminalGroups = [{ ...shopOptions().terminalGroups[0]!, baseUrl: service.url }];
    return startShop({ database, options: { workers: 'off', clock, terminalGroups } });
  };

  const isBack = () =>
    waitFor(() => shop.dataSource.query('SELECT 1').catch(() => null), { what: 'the database to be back' });

  const outcome = async () => {
    for (let minutes = 0; minutes < 40; minutes += 1) {
      clock.advance(MINUTE);
      await shop.drain();
    }
    const { state, serviceRefundId } = (await shop.payments.refunds.find(K))!;
    return { state, serviceRefundId, sent: service.state.refunds };
  };

  beforeEach(async () => {
    [direct, service] = [await createMigratedDatabase(engine), await startOrderService()];
    proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    clock = new ManualClock(Date.now());
    shop = await start();
    const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
    await shop.addOrder('A-1');
    service.orders.set('A-1', body);
    await shop.notify({ orderId: 'A-1', body, at: clock.now() });
    await shop.drain();
    service.state.before = async (what) => {
      if (what === 'refund') proxy.shutFor(AWAY_MS);
    };
    await shop.payments.refunds.request({
      ...K,
      orderId: 'A-1',
      amount: Money.of('1.00', 'EUR'),
      reason: 'Mug broken',
    });
    await shop.drain().catch(() => undefined);
    service.state.before = null;
  }, 60_000);

  afterEach(async () => {
    await shop.close();
    await proxy.close();
    await service.close();
    await direct.drop();
  });

  it('has the answer once it is back, though no read of the order shows the refund', async () => {
    await isBack();
    expect(await outcome()).toEqual({ state: 'accepted', serviceRefundId: '1', sent: 1 });
  }, 120_000);

  it.each(['away', 'back'])(
    'has the answer of a process that ends while it is %s',
    async (when) => {
      if (when === 'back') await isBack();
      await shop.close();
      shop = await start();
      expect(await outcome()).toEqual({ state: 'accepted', serviceRefundId: '1', sent: 1 });
    },
    120_000,
  );
});
