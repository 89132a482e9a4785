import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { json, ScriptedService } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const actor = { by: 'ann', why: 'the money went back' };

describeOneEngine('an order that needs attention for more than one reason', (engine) => {
  const clock = new ManualClock(Date.now());
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url }];
    shop = await startShop({ engine, options: { workers: 'off', clock, terminalGroups } });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  /** The service shows a payment of its own under the order's id. */
  const paidBy = async (orderId: string, transactionId: string, amount = 1250, status = 'completed') => {
    clock.advance(60_000);
    const data = orderBody({ orderId, amount, status, transactionId, at: clock.now() });
    service.script(json(200, { success: true, data }));
    await shop.payments.orders.sync(orderId, actor);
  };
  const attentionOf = async (orderId: string) => (await shop.payments.orders.find(orderId))?.attention;
  const acknowledged = async (orderId: string, attention: string) => {
    clock.advance(60_000);
    return (await shop.payments.orders.acknowledge(orderId, { ...actor, attention })).attention;
  };
  /** Paid as asked for, then otherwise, then once more. */
  async function paidThreeTimes(orderId: string): Promise<void> {
    await shop.addOrder(orderId);
    await paidBy(orderId, '4001');
    await paidBy(orderId, '4002', 1000);
    expect(await attentionOf(orderId)).toBe('amount_mismatch');
    await paidBy(orderId, '4003');
    expect(await attentionOf(orderId)).toBe('paid_twice');
  }

  it('calls for the next one when one is acknowledged, and for none in the end', async () => {
    await paidThreeTimes('BOTH');
    expect(await acknowledged('BOTH', 'paid_twice')).toBe('amount_mismatch');
    await expect(acknowledged('BOTH', 'paid_twice')).rejects.toMatchObject({ code: 'ATTENTION_CHANGED' });
    expect(await acknowledged('BOTH', 'amount_mismatch')).toBeNull();
    const texts = (await shop.payments.orders.timeline('BOTH')).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('acknowledged by'))).toEqual([
      'paid twice acknowledged by ann: the money went back',
      'amount mismatch acknowledged by ann: the money went back',
    ]);
  });

  it('does not call again for what someone has seen to', async () => {
    await paidThreeTimes('AGAIN');
    await acknowledged('AGAIN', 'paid_twice');
    await acknowledged('AGAIN', 'amount_mismatch');
    await paidBy('AGAIN', '4004');
    expect(await attentionOf('AGAIN')).toBe('paid_twice');
    expect(await acknowledged('AGAIN', 'paid_twice')).toBeNull();
  });

  it('calls for a payment that was annulled only where the shop has not let go of it', async () => {
    const { manager } = shop.dataSource;
    for (const [orderId, letGoAt, next] of [
      ['GONE', null, 'voided'],
      ['LET', clock.now(), null],
    ] as const) {
      await shop.addOrder(orderId);
      await paidBy(orderId, '4001', 1000);
      await paidBy(orderId, '4002');
      await paidBy(orderId, '4002', 1250, 'void');
      expect(await attentionOf(orderId)).toBe('amount_mismatch');
      await manager.update(AttemptEntity, { orderId }, { letGoAt });
      expect(await acknowledged(orderId, 'amount_mismatch')).toBe(next);
    }
  });
});
