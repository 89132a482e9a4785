import { afterEach, expect, it } from '@jest/globals';
import { describeOneEngine, describeOneServer, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import type { ShopHost, ShopHostInput } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { makeAllDue } from '../polling/poll-rows.js';
import { createOrder, isPaid, NAME, openSandbox, refundIs, startMerchantShop } from './resolved-stage.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A sandbox, and shops on one database. */
async function open(database: TestDatabase) {
  closers.push(() => database.drop());
  const { service, merchants } = await openSandbox();
  closers.push(() => service.close());
  const start = async (input: ShopHostInput = {}): Promise<ShopHost> => {
    const shop = await startMerchantShop(merchants, { database, ...input });
    closers.push(() => shop.close());
    return shop;
  };
  return { service, merchants, start };
}

const refund = (shop: ShopHost, orderId: string) =>
  shop.payments.refunds.request({ group: NAME, orderId, amount: 'remaining', reason: 'Order returned', key: orderId });

describeOneEngine('a terminal group that is found at run time', (engine) => {
  it('does everything that a configured one does, and is asked for once', async () => {
    const { service, merchants, start } = await open(await createMigratedDatabase(engine));
    const shop = await start();
    const created = await createOrder(shop, 'S-1');
    expect(created.paymentUrl?.startsWith(`${service.url}/pay/`)).toBe(true);
    await service.sandbox.pay('S-1');
    await isPaid(shop, 'S-1');
    await waitFor(() => shop.handlers.count('commit', 'completed') === 1);
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
    expect(await shop.count('tillbridge_notification')).toBeGreaterThan(0);
    expect(await refund(shop, 'S-1')).toMatchObject({ isNew: true });
    await refundIs(shop, 'S-1', 'accepted');
    expect(merchants.asked).toEqual([NAME]);
    const [group] = shop.payments.groups.all;
    expect(group?.name).toBe(NAME);
    expect(await shop.payments.group(NAME).refunds.lane()).toMatchObject({ group: NAME });
  });

  it('is worked for after a restart, without any request', async () => {
    const { service, start } = await open(await createMigratedDatabase(engine));
    const before = await start({ options: { workers: 'off' } });
    await createOrder(before, 'S-1');
    await createOrder(before, 'S-2');
    await service.sandbox.pay('S-1');
    await waitFor(async () => (await before.count('tillbridge_notification')) > 0);
    await before.drain();
    await refund(before, 'S-1');
    await before.close();
    closers.pop();
    // Of this no notification comes: its shop is gone.
    await service.sandbox.pay('S-2');
    const after = await start();
    await makeAllDue(after.dataSource);
    await refundIs(after, 'S-1', 'accepted');
    await isPaid(after, 'S-2');
  });
});

// One process serves a SQLite database.
describeOneServer('a terminal group that another process has found', (engine) => {
  it('is worked for by a process that has heard nothing of it', async () => {
    const { service, start } = await open(await createMigratedDatabase(engine));
    const clock = { ahead: 0, now: () => Date.now() + clock.ahead };
    const worker = await start({ options: { clock } });
    // It looks for rows at its start, and again ten seconds later.
    await worker.payments.groups.sought();
    const web = await start({ options: { workers: 'off', clock } });
    expect(worker.payments.groups.all.map(({ name }) => name)).toEqual([]);
    await createOrder(web, 'S-1');
    await service.sandbox.pay('S-1');
    clock.ahead += 10_000;
    await isPaid(web, 'S-1');
    await refund(web, 'S-1');
    await refundIs(web, 'S-1', 'accepted');
    expect(worker.payments.groups.all.map(({ name }) => name)).toEqual([NAME]);
    await waitFor(async () => (await web.count(`tillbridge_process WHERE group_names LIKE '%${NAME}%'`)) === 2);
  });
});
