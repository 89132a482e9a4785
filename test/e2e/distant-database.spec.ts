import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSourceOptions } from 'typeorm';
import { Money } from 'tillbridge';
import { TillbridgeHealthIndicator, TillbridgeHealthModule } from 'tillbridge/health';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.mjs';
import { describeServers, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** How much later each statement reaches the server: another region, a replica that must confirm, a slow disk. */
const DISTANCE_MS = 100;

describeServers(
  'a database that takes a tenth of a second for each statement, with all options as they are',
  (engine) => {
    let direct: TestDatabase;
    let proxy: CuttingProxy;
    let service: RunningSandbox;
    let shop: ShopHost;

    beforeAll(async () => {
      direct = await createMigratedDatabase(engine);
      proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
      const names = ['web', 'batches'];
      service = await startSandbox({ terminalGroups: names.map((name) => ({ name, apiKey: canaryKey(name) })) });
      const database = { ...direct, options: { ...direct.options, url: proxy.url } as DataSourceOptions };
      const web = { ...shopOptions().terminalGroups[0]!, baseUrl: service.url };
      const batches = {
        ...web,
        name: 'batches',
        apiKeys: [canaryKey('batches')],
        notificationUrl: 'http://localhost:9/payments/notifications/batches',
        refunds: { mode: 'paced' as const },
      };
      shop = await startShop({
        engine,
        database,
        imports: [TillbridgeHealthModule],
        options: { workers: 'inline', terminalGroups: [web, batches] },
      });
      proxy.moveAway(DISTANCE_MS);
    });
    afterAll(async () => {
      await shop.close();
      await service.close();
      await proxy.close();
      await direct.drop();
    });

    const find = (orderId: string) => shop.payments.orders.find(orderId);

    async function paid(orderId: string, group = 'web'): Promise<void> {
      await shop.payments.group(group).orders.create({
        orderId,
        amount: Money.of('12.50', 'EUR'),
        description: 'Two mugs',
        redirectUrl: 'http://localhost:3000/',
        notificationUrl: `${shop.url}${shop.path}/${group}`,
      });
      await service.sandbox.pay(orderId);
      await waitFor(async () => (await find(orderId))?.paid, { what: 'the order to be paid' });
    }

    it('takes orders and notifications, and runs what follows', async () => {
      await paid('D-1');
      await waitFor(() => shop.handlers.count('commit', 'completed'), { what: 'the effect after the commit' });
      expect(shop.handlers.count('transaction', 'completed')).toBe(1);
    });

    it.each([
      ['web', 'one after the other', 'D-2'],
      ['batches', 'at a steady pace, with slots as wide as the database needs them', 'D-3'],
    ])('sends refunds of %s, %s', async (group, _pace, orderId) => {
      await paid(orderId, group);
      const { refunds } = shop.payments.group(group);
      const { id } = await refunds.request({
        orderId,
        amount: Money.of('5.00', 'EUR'),
        reason: 'One mug',
        key: `${orderId}-back`,
      });
      const stateOf = async () => (await shop.payments.refunds.find(id))!.state;
      await waitFor(async () => (await stateOf()) === 'accepted', { what: 'the refund to be accepted' });
      expect(await service.sandbox.order(orderId)).toMatchObject({ amountRefunded: 500 });
    });

    it('is well, and says nothing against it', async () => {
      expect(await shop.app.get(TillbridgeHealthIndicator).isHealthy()).toMatchObject({ payments: { status: 'up' } });
      const complaints = shop.logs.lines.filter((line) => /^(warn|error|fatal)/.test(line));
      // The servers of the tests write nothing to the disk; how fast this machine stores a slot is not what is tested.
      const ofMachine = / (fsync|innodb_flush_log_at_trx_commit|sync_binlog) is | was not sent in its slot /;
      expect(complaints.filter((line) => !ofMachine.test(line))).toEqual([]);
    });
  },
);
