import { afterEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../../support/canary.js';
import { describeEngines } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { waitFor } from '../../support/wait-for.js';
import { merchant, Merchants, startMerchantShop } from './resolved-stage.js';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describeEngines('terminal groups whose names differ by their capitals', (engine) => {
  it('are two, with orders, payments and refunds of their own', async () => {
    const names = ['anna', 'Anna'] as const;
    const service = await startSandbox({
      terminalGroups: names.map((name) => ({ name, apiKey: canaryKey(name) })),
    });
    closers.push(() => service.close());
    const merchants = new Merchants();
    merchants.answer = (name) => merchant(name, { baseUrl: service.url });
    const database = await createMigratedDatabase(engine);
    closers.push(() => database.drop());
    const shop = await startMerchantShop(merchants, { database });
    closers.push(() => shop.close());
    for (const [index, name] of names.entries()) {
      await shop.payments.group(name).orders.create({
        orderId: 'S-1',
        amount: Money.ofMinor(1_000 + index, 'EUR'),
        description: 'A mug',
        notificationUrl: `${shop.url}/payments/notifications/${name}`,
        redirectUrl: 'http://localhost:3000/return',
      });
    }
    await service.sandbox.pay('S-1', { group: 'Anna' });
    await waitFor(async () => (await shop.payments.orders.find('S-1', { group: 'Anna' }))?.paid);
    expect((await shop.payments.orders.find('S-1', { group: 'anna' }))?.paid).toBe(false);
    const refund = { orderId: 'S-1', amount: 'remaining' as const, reason: 'Returned', key: 'k' };
    expect(await shop.payments.group('Anna').refunds.request(refund)).toMatchObject({ amount: { amount: 1_001 } });
    await expect(shop.payments.group('anna').refunds.request(refund)).rejects.toThrow();
    expect(await shop.payments.group('anna').refunds.lane()).toMatchObject({ group: 'anna', queued: 0 });
  });
});
