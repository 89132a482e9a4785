import { expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { lockRow } from '../../src/database/engine/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { describeServers } from '../support/engines.js';
import { startOrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const ORDERS = ['LOCKED', 'A', 'B', 'C'];

async function payAll(shop: ShopHost): Promise<void> {
  for (const orderId of ORDERS) await shop.addOrder(orderId);
  const at = Date.now();
  for (const orderId of ORDERS) await shop.notify({ orderId, at, body: orderBody({ orderId, amount: 1250, at }) });
  const isAll = async () => (await shop.count('tillbridge_transition')) === ORDERS.length;
  await waitFor(isAll, { what: 'all to be paid' });
}

describeServers('an order that the host locks while its refund is under way', (engine) => {
  it.each([
    ['read', 'queued'],
    ['refund', 'sending'],
  ] as const)('before the answer to its %s holds up no refund of another order', async (call, state) => {
    const service = await startOrderService();
    const [web] = shopOptions().terminalGroups;
    const shop = await startShop({ engine, options: { terminalGroups: [{ ...web!, baseUrl: service.url }] } });
    const { refunds } = shop.payments;
    const host = shop.dataSource.createQueryRunner();
    const states = async () =>
      Promise.all(ORDERS.map(async (key) => (await refunds.find({ group: 'web', key }))?.state));
    try {
      await payAll(shop);
      for (const orderId of ORDERS) service.orders.set(orderId, orderBody({ orderId, amount: 1250, at: Date.now() }));
      service.state.before = async (what) => {
        if (what !== call) return;
        service.state.before = null;
        await host.startTransaction();
        await lockRow(host.manager, PaymentOrderEntity, { group: 'web', orderId: 'LOCKED' });
      };
      const amount = Money.of('1.00', 'EUR');
      for (const orderId of ORDERS) await refunds.request({ orderId, amount, reason: 'Mug broken', key: orderId });
      const areAccepted = async (from: number) => (await states()).slice(from).every((each) => each === 'accepted');
      await waitFor(() => areAccepted(1), { what: 'the others to be refunded' });
      expect((await states())[0]).toBe(state);
      await host.rollbackTransaction();
      await waitFor(() => areAccepted(0), { what: 'the order that was locked to be refunded' });
      expect(service.state.refunds).toBe(ORDERS.length);
      expect(shop.logs.matching('Tillbridge:Refunds')).toEqual([]);
    } finally {
      await host.release();
      await shop.close();
      await service.close();
    }
  });
});
