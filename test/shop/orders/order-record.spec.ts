import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { OrderDetailsService } from '../../../src/shop/admin/index.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';

/** How an order is read, and the number of the attempt that the answer is about. */
const READS: Readonly<Record<string, (shop: ShopHost, orderId: string) => Promise<number>>> = {
  'by its id': async ({ payments }, orderId) => (await payments.orders.find(orderId))!.attempt,
  'by an id of an attempt': async ({ payments }, orderId) => (await payments.orders.find(`${orderId}-1`))!.attempt,
  'by its reference': async ({ payments }, orderId) => (await payments.orders.findByReference(orderId))[0]!.attempt,
  'for its page': async ({ app }, orderId) => (await app.get(OrderDetailsService).of({ orderId }))!.order.attempt,
  'for the id at the service': async ({ payments }, orderId) =>
    Number((await payments.orders.serviceOrderId(orderId, { group: 'web' })).split('-').at(-1)),
};

describeEngines('an order of which an attempt is withdrawn while it is read', (engine) => {
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off' } });
  });
  afterAll(() => shop.close());

  /** The second attempt of an order is being sent; the first is found to be paid, and the second withdrawn. */
  async function twice(orderId: string): Promise<string[]> {
    await shop.addOrder(orderId);
    const { manager } = shop.dataSource;
    await manager.update(PaymentOrderEntity, { orderId }, { attempt: 2, reference: orderId });
    await manager.update(AttemptEntity, { orderId }, { serviceOrderId: `${orderId}-1` });
    const [first] = await manager.findBy(AttemptEntity, { orderId });
    await manager.insert(AttemptEntity, { ...first!, number: 2, serviceOrderId: `${orderId}-2` });
    return [
      `DELETE FROM tillbridge_attempt WHERE service_order_id = '${orderId}-2'`,
      `UPDATE tillbridge_order SET attempt = 1 WHERE order_id = '${orderId}'`,
    ];
  }

  it.each(Object.entries(READS))('is answered as it was in one moment: read %s', async (name, read) => {
    const orderId = `W${Object.keys(READS).indexOf(name)}`;
    const withdrawal = await twice(orderId);
    const moments: number[] = [];
    // After each statement that reads the order there is a moment in which the attempt can go.
    const untap = tapStatements(shop.dataSource, {
      after: async ({ sql, raw, transaction }) => {
        if (!/^SELECT .*tillbridge_order\b/.test(sql) || transaction.length > 0) return;
        for (const statement of withdrawal.splice(0)) await raw(statement);
        moments.push(moments.length);
      },
    });
    expect([1, 2]).toContain(await read(shop, orderId).finally(untap));
    expect(moments).not.toEqual([]);
    expect((await shop.payments.orders.find(orderId))!.serviceOrderId).toBe(`${orderId}-1`);
  });
});
