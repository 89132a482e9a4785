import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConfigService } from '@vendure/core';
import { Payments } from 'tillbridge';
import { onEachEngine } from './support/each-engine';
import { Shopper } from './support/shopper';

/** Codes as an `OrderCodeStrategy` of a shop may make them. */
const CODES = [
  '#1001',
  'Mug shop 2026/17',
  'Заказ 17',
  'Заказ 18',
  `2026-${'0'.repeat(60)}-1`,
  `2026-${'0'.repeat(60)}-2`,
  '2026.1',
  '..',
];

onEachEngine('order codes of a strategy of the shop', (stage) => {
  const withCode = async (code: string): Promise<Shopper> => {
    const { orderOptions } = stage.shop.get(ConfigService);
    const usual = orderOptions.orderCodeStrategy;
    Object.assign(orderOptions, { orderCodeStrategy: { generate: () => code } });
    try {
      return await Shopper.withCart(stage.shop);
    } finally {
      Object.assign(orderOptions, { orderCodeStrategy: usual });
    }
  };
  const asked = async (code: string) => {
    const orders = await stage.shop.get(Payments).orders.findByReference(code);
    return orders.map(({ orderId }) => orderId);
  };

  it('that the service does not take as ids: the orders are paid, each by its own money', async () => {
    const shoppers = [];
    for (const code of CODES) {
      const shopper = await withCode(code);
      assert.equal((await shopper.checkOut()).__typename, 'TillbridgePayment', code);
      assert.equal((await shopper.checkOut()).__typename, 'TillbridgePayment', code);
      shoppers.push(shopper);
    }
    const ids = (await Promise.all(CODES.map(asked))).flat();
    assert.equal(new Set(ids).size, CODES.length, ids.join());
    for (const { code } of shoppers) {
      const [id] = await asked(code);
      await stage.shop.sandbox.pay(id!);
      const order = await stage.staff.orderWhen(code, ({ state }) => state === 'PaymentSettled');
      assert.equal(order.payments.length, 1);
    }
  });

  it('that the service takes: they are its ids', async () => {
    const { code } = await withCode('MUG_2026-17').then(async (shopper) => {
      await shopper.checkOut();
      return shopper;
    });
    assert.deepEqual(await asked(code), ['MUG_2026-17']);
  });
});
