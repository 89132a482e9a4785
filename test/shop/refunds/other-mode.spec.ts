import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { eur } from './support/refund-clerk.js';

const MINUTE = 60_000;

describeOneEngine('a refund whose order is of another mode than a process has its group in (scenario C3)', (engine) => {
  const clock = new ManualClock(Date.UTC(2026, 0, 15, 11));
  let database: TestDatabase;
  let [live, staging]: RunningSandbox[] = [];
  let [right, wrong]: ShopHost[] = [];

  const start = async (mode: 'sandbox' | 'test', baseUrl: string): Promise<ShopHost> => {
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, mode, baseUrl, calls: { callsPerSecond: 1_000, burst: 1_000 } }];
    return startShop({ database, options: { clock, workers: 'off', terminalGroups } });
  };
  /** Numbers are given out in both environments alike. */
  async function paid(orderId: string): Promise<void> {
    const { url, path } = right!;
    const order = { orderId, amount: eur(5_000), description: 'Mugs', redirectUrl: 'http://localhost:3000/return' };
    await right!.payments.group('web').orders.create({ ...order, notificationUrl: `${url}${path}/web` });
    const body = JSON.stringify({
      type: 'redirect',
      order_id: orderId,
      currency: 'EUR',
      amount: 5_000,
      description: 'of staging',
      payment_options: { notification_url: 'http://localhost:9/x', redirect_url: 'http://localhost:3000/return' },
    });
    const headers = { 'content-type': 'application/json', api_key: canaryKey('web') };
    expect((await fetch(`${staging!.url}/v1/json/orders`, { method: 'POST', headers, body })).status).toBe(200);
    for (const { sandbox } of [live!, staging!]) await sandbox.pay(orderId);
    await right!.payments.orders.sync(orderId, { by: 'ann', why: 'to look' });
  }
  const ask = (orderId: string) =>
    right!.payments.refunds.request({ orderId, amount: eur(1_000), reason: 'broken', key: `k-${orderId}` });
  const stateOf = async (orderId: string) =>
    (await right!.payments.refunds.find({ group: 'web', key: `k-${orderId}` }))?.state;
  /** What each environment has given back, in cents. */
  const refunded = async (orderId: string): Promise<number[]> => {
    const read = (shop: ShopHost) => shop.payments.orders.fetch(orderId, { group: 'web' });
    return Promise.all([right!, wrong!].map(async (shop) => (await read(shop)).amount_refunded));
  };
  async function work(shop: ShopHost, minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      await shop.drain();
      clock.advance(MINUTE);
    }
  }

  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    const accounts = { terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }], clock };
    [live, staging] = [await startSandbox(accounts), await startSandbox(accounts)];
    [right, wrong] = [await start('test', live.url), await start('sandbox', staging.url)];
  });
  afterAll(async () => {
    for (const each of [wrong, right, live, staging]) await each?.close();
    await database?.drop();
  });

  it('is not sent to where an order of the same id is another customer, and is sent by the process that has the settings', async () => {
    await paid('1001');
    await ask('1001');
    await work(wrong!, 5);
    expect([await stateOf('1001'), await refunded('1001')]).toEqual(['queued', [0, 0]]);
    expect(wrong!.logs.matching('is not sent: the order was created in another mode')).toHaveLength(1);
    await work(right!, 2);
    expect([await stateOf('1001'), await refunded('1001')]).toEqual(['accepted', [1_000, 0]]);
  });

  it('holds up none of those that the process may send', async () => {
    await paid('1002');
    await ask('1002');
    const create = {
      orderId: 'S-1',
      amount: eur(5_000),
      description: 'Mugs',
      redirectUrl: 'http://localhost:3000/return',
    };
    const notificationUrl = `${wrong!.url}${wrong!.path}/web`;
    await wrong!.payments.group('web').orders.create({ ...create, notificationUrl });
    await staging!.sandbox.pay('S-1');
    await wrong!.payments.orders.sync('S-1', { by: 'ann', why: 'to look' });
    await wrong!.payments.refunds.request({ orderId: 'S-1', amount: eur(1_000), reason: 'broken', key: 'k-S-1' });
    await work(wrong!, 5);
    expect([await stateOf('S-1'), await stateOf('1002')]).toEqual(['accepted', 'queued']);
  });

  it('in doubt is not taken for absent by what the other environment answers', async () => {
    await work(right!, 3);
    expect(await stateOf('1002')).toBe('accepted');
    await paid('1003');
    live!.sandbox.faults.next('refund', 'response-lost');
    live!.sandbox.faults.next('notification', 'drop', 5);
    await ask('1003');
    await work(right!, 1);
    expect(await stateOf('1003')).toBe('unknown');
    await work(wrong!, 60);
    expect(await stateOf('1003')).toBe('unknown');
    await work(right!, 60);
    expect([await stateOf('1003'), await refunded('1003')]).toEqual(['accepted', [1_000, 0]]);
  });
});
