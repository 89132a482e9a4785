import { afterEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import { Money, TerminalGroups, type TerminalGroup, type TerminalGroupOptions } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { ForeignOrders } from '../../../src/shop/admin/index.js';
import { canaryKey } from '../../support/canary.js';
import { ListStage } from '../polling/list-stage.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const CHECK_EVERY_MS = 3_600_000;
const order = (orderId: string) => ({
  orderId,
  amount: Money.of('12.50', 'EUR'),
  description: 'Two mugs',
  redirectUrl: 'http://localhost:3000/return',
});

describe('two shops on one account, each with a database of its own', () => {
  let stage: ListStage;
  const shops: ShopHost[] = [];

  beforeAll(async () => {
    stage = await ListStage.start();
  });
  afterEach(async () => {
    for (const shop of shops.splice(0)) await shop.close();
  });
  afterAll(() => stage?.close());

  const shopWith = async (change: Partial<TerminalGroupOptions> = {}): Promise<ShopHost> => {
    const [web] = shopOptions().terminalGroups;
    const calls = { callsPerSecond: 1_000, burst: 10_000, maxWaiting: 1_000 };
    const terminalGroups = [{ ...web!, baseUrl: stage.url, calls, ...change }];
    const shop = await startShop({ options: { workers: 'off', clock: stage.clock, terminalGroups } });
    shops.push(shop);
    return shop;
  };
  const create = (shop: ShopHost, orderId: string) => shop.payments.group('web').orders.create(order(orderId));
  const pay = async (serviceOrderId: string): Promise<void> => {
    await stage.sandbox.pay(serviceOrderId, { method: 'VISA' });
    stage.clock.advance(CHECK_EVERY_MS);
    for (const shop of shops) {
      await shop.payments.polling.tick('web');
      await shop.drain();
    }
  };
  const shipped = (): number[] => shops.map(({ handlers }) => handlers.count('commit', 'completed'));

  it('both ship for one payment when their orders have the same id', async () => {
    const [one, other] = [await shopWith(), await shopWith()];
    await create(one, 'BOTH');
    await create(other, 'BOTH');
    await pay('BOTH');
    expect(shipped()).toEqual([1, 1]);
  });

  it('do not with a prefix each, and everyone finds the order by its own id', async () => {
    const [one, other] = [await shopWith({ orderIdPrefix: 'nl-' }), await shopWith({ orderIdPrefix: 'de-' })];
    expect(await create(one, 'S1')).toMatchObject({ orderId: 'S1', serviceOrderId: 'nl-S1' });
    expect(await create(other, 'S1')).toMatchObject({ orderId: 'S1', serviceOrderId: 'de-S1' });
    await pay('nl-S1');
    expect(shipped()).toEqual([1, 0]);
    expect(await one.payments.orders.find('S1')).toMatchObject({ paid: true });
    // The service sends the shopper back with its own id.
    const back = await one.payments.orders.settle('nl-S1', { byServiceId: true });
    expect(back).toMatchObject({ orderId: 'S1', paid: true });
    expect(await one.payments.group('web').orders.get('S1')).toMatchObject({ order_id: 'nl-S1' });
    expect(await other.payments.orders.find('S1')).toMatchObject({ paid: false });
  });

  it('a prefix that comes later is for attempts made from then on; older orders are ours as before', async () => {
    const before = await shopWith();
    await create(before, 'OLD');
    await shops.pop()!.app.close();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: stage.url, orderIdPrefix: 'p-' }];
    const options = { workers: 'off' as const, clock: stage.clock, terminalGroups };
    const after = await startShop({ database: before.database, options });
    shops.push(after);
    expect(await create(after, 'NEW')).toMatchObject({ serviceOrderId: 'p-NEW' });
    const from = stage.clock.now() - CHECK_EVERY_MS;
    await pay('OLD');
    await pay('p-NEW');
    for (const orderId of ['OLD', 'NEW'])
      expect(await after.payments.orders.find(orderId)).toMatchObject({ paid: true });
    await after.dataSource.query("DELETE FROM tillbridge_attempt WHERE service_order_id = 'p-NEW'");
    const window = { from, to: stage.clock.now() + CHECK_EVERY_MS, dryRun: true, by: 'ann', why: 'month end' };
    await stage.addListed([{ id: 'q-1', openedAt: stage.clock.now(), status: 'completed' }]);
    const { differences, foreign } = await after.payments.group('web').reconcile(window);
    const unknown = differences.filter(({ kind }) => kind === 'unknown-here').map((each) => each.serviceOrderId);
    // What begins with our prefix and is unknown is news; what another shop has made is not.
    expect(unknown).toEqual(['p-NEW']);
    expect(foreign).toBeGreaterThan(0);
    await after.app.close();
    shops.pop();
    await before.database.drop();
  });

  it('a notification of another shop is acknowledged and kept, and no one is alarmed', async () => {
    const shop = await shopWith({ orderIdPrefix: 'nl-' });
    for (const orderId of ['de-S9', 'nl-S9']) {
      const at = stage.clock.now();
      const answer = await shop.notify({ orderId, body: orderBody({ orderId, amount: 1250, at }), at });
      expect([answer.status, await answer.text()]).toEqual([200, 'OK']);
    }
    for (let minutes = 0; minutes < 15; minutes += 1) {
      stage.clock.advance(60_000);
      await shop.drain();
    }
    expect(await shop.count("tillbridge_notification WHERE state = 'unmatched'")).toBe(2);
    expect(shop.logs.matching('de-S9')).toEqual([]);
    expect(shop.logs.matching('nl-S9')).toHaveLength(1);
  });

  it('an id that is too long with the prefix is refused before anything is sent', async () => {
    const shop = await shopWith({ orderIdPrefix: 'netherlands-' });
    await expect(create(shop, 'S'.repeat(45))).rejects.toMatchObject({ code: 'ORDER_ID_TOO_LONG' });
    expect(await shop.payments.orders.find('S'.repeat(45))).toBeNull();
  });

  it('doctor is informed of orders of others on an account without a prefix', async () => {
    const [one, other] = [await shopWith(), await shopWith({ orderIdPrefix: 'x-' })];
    await create(one, 'MINE');
    await create(other, 'S1');
    await pay('MINE');
    await pay('x-S1');
    const useOf = (shop: ShopHost, change: Partial<TerminalGroup> = {}) =>
      shop.app.get(ForeignOrders).of({ ...shop.app.get(TerminalGroups).get('web'), ...change });
    const { foreign } = await useOf(one);
    expect(foreign).toContain('x-S1');
    expect(foreign).not.toContain('MINE');
    // Another group of the same shop is no stranger.
    expect((await useOf(one, { otherPrefixes: ['x-'] })).foreign).not.toContain('x-S1');
    expect((await useOf(other)).foreign).toEqual([]);
  });
});

describe('prefixes and aliases that cannot be told apart', () => {
  const group = (name: string, change: Partial<TerminalGroupOptions>): TerminalGroupOptions => ({
    ...shopOptions().terminalGroups[0]!,
    name,
    apiKeys: [canaryKey(name)],
    notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    ...change,
  });
  const faultsOf = (...terminalGroups: TerminalGroupOptions[]): string => {
    try {
      return new TerminalGroups({ terminalGroups }).all.length === terminalGroups.length ? '' : 'some are missing';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('keep the application from starting, with every fault', () => {
    const message = faultsOf(
      group('a', { orderIdPrefix: 'x-' }),
      group('b', { orderIdPrefix: 'x-y-' }),
      group('c', { orderIdPrefix: 'no spaces', aliases: ['a', 'old'] }),
      group('d', { orderIdPrefix: 'z', aliases: ['old', 'd'] }),
      group('e', { orderIdPrefix: 'z' }),
    );
    expect(message).toContain('terminalGroups.0.orderIdPrefix: begins that of terminalGroups.1');
    expect(message).toContain('terminalGroups.2.orderIdPrefix: orderIdPrefix must be');
    expect(message).toContain('terminalGroups.4.orderIdPrefix: begins that of terminalGroups.3');
    expect(message).toContain('terminalGroups.2.aliases.0: is the name at terminalGroups.0.name already');
    expect(message).toContain('terminalGroups.3.aliases.0: is the name at terminalGroups.2.aliases.1 already');
    expect(message).toContain('terminalGroups.3.aliases.1: is the name at terminalGroups.3.name already');
  });

  it('are found where one group has the address as the sandbox prints it, with /v1/json at its end', () => {
    const printed = { baseUrl: 'http://127.0.0.1:9/v1/json/' };
    const message = faultsOf(group('a', { orderIdPrefix: 'x-', ...printed }), group('b', { orderIdPrefix: 'x-y-' }));
    expect(message).toContain('terminalGroups.0.orderIdPrefix: begins that of terminalGroups.1');
  });

  it('are none where the addresses differ, and one without stands beside others', () => {
    const elsewhere = { baseUrl: 'http://127.0.0.1:10' };
    expect(faultsOf(group('a', { orderIdPrefix: 'x-' }), group('b', { orderIdPrefix: 'x-', ...elsewhere }))).toBe('');
    expect(faultsOf(group('a', {}), group('b', { orderIdPrefix: 'x-' }))).toBe('');
  });
});
