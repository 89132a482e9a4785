import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { authenticate } from '../../src/shop/notifications/intake/notification-authenticator.js';
import { Random } from '../support/random.js';
import { canaryKey } from '../support/canary.js';
import { sized } from '../support/long-run.js';
import { startOrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { differences, HONEST, readBooks, type Query } from './forged-books.js';
import { faultsOf, forge, FORGED_KINDS, forgePurely } from './forged-run.js';
import { Forger } from './forger.js';
import { Wire } from './wire.js';

const VICTIMS = ['A-1', 'A-2', 'A-3'];
const EACH = sized({ usual: 3, long: 8 });
const HONEST_EVERY = 100;
const SEED = 8;
const keys = { web: canaryKey('web'), old: canaryKey('old'), other: canaryKey('other') };

describe.each(['express', 'fastify'] as const)(
  'forged notifications on %s (scenarios W2, W5, W6 and O3)',
  (platform) => {
    let shop: ShopHost;
    let wire: Wire;
    let service: Awaited<ReturnType<typeof startOrderService>>;
    /** Posts that got as far as the controller: what no one has signed is to be refused before it is parsed. */
    let arrived = 0;

    class Watch implements CanActivate {
      canActivate(context: ExecutionContext): boolean {
        if (context.switchToHttp().getRequest<{ method: string }>().method === 'POST') arrived += 1;
        return true;
      }
    }

    const query: Query = (sql) => shop.dataSource.query(sql);
    const count = FORGED_KINDS.length * EACH;

    beforeAll(async () => {
      service = await startOrderService();
      const web = { ...shopOptions().terminalGroups[0]!, baseUrl: service.url };
      const apiKeys = [keys.web, { key: keys.old, until: new Date(Date.now() - 60 * 60_000) }];
      const terminalGroups = [
        { ...web, apiKeys },
        {
          ...web,
          name: 'other',
          apiKeys: [keys.other],
          notificationUrl: 'http://localhost:9/payments/notifications/other',
        },
      ];
      const extras = { notificationDecorators: [UseGuards(Watch)] };
      shop = await startShop({ platform, extras, options: { terminalGroups, workers: 'off' } });
      wire = new Wire(Number(new URL(shop.url).port));
      for (const orderId of VICTIMS) await shop.addOrder(orderId);
      for (let paid = 0; paid * HONEST_EVERY < count; paid += 1) await shop.addOrder(`${HONEST}${paid}`);
    });

    afterAll(async () => {
      wire.close();
      await shop.close();
      await service.close();
    });

    it('of every kind are refused, change nothing, and keep no honest one out', async () => {
      await shop.drain();
      const before = await readBooks(query);
      arrived = 0;
      const forger = new Forger(keys, new Random(SEED), VICTIMS);
      const outcome = await forge({ wire, forger, platform, count, honestEvery: HONEST_EVERY, aloneEvery: 1 });
      expect(faultsOf(outcome, platform)).toEqual([]);
      expect(arrived).toBe(2 * outcome.honest);
      await shop.drain();
      expect(differences(before, await readBooks(query))).toEqual([]);
      expect(await shop.count('tillbridge_notification')).toBe(outcome.honest);
      expect(shop.handlers.count('transaction', 'completed')).toBe(outcome.honest);
      expect(shop.logs.matching('error ')).toEqual([]);
      expect(service.calls).toEqual([]);
    });
  },
);

it('no forged header, query or body passes the judgement itself', () => {
  const forger = new Forger(keys, new Random(SEED), VICTIMS);
  const tallies = forgePurely(authenticate, forger, FORGED_KINDS.length * 60);
  expect([...tallies].filter(([, { accepted }]) => accepted > 0)).toEqual([]);
});
