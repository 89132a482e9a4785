import { Injectable, type Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Payments } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { RefundRecordsModule, RefundStateService } from '../../src/shop/refund-records/index.js';
import { Ledger } from '../../src/shop/orders/index.js';
import { RefundsService } from '../../src/shop/refunds/index.js';
import { startShop, type ShopHost } from '../support/shop-host.js';

describe('the feature modules', () => {
  const running: ShopHost[] = [];

  afterEach(async () => {
    for (const shop of running.splice(0)) await shop.close();
  });

  async function start(...input: Parameters<typeof startShop>): Promise<ShopHost> {
    const shop = await startShop(...input);
    running.push(shop);
    return shop;
  }

  /** A provider of the host's that wants something of ours. */
  function wanting(wanted: Type): Type {
    @Injectable()
    class Wanting {
      readonly found: unknown;

      constructor(found: never) {
        this.found = found;
      }
    }
    Reflect.defineMetadata('design:paramtypes', [wanted], Wanting);
    return Wanting;
  }

  // Where the module is global, a feature could use what it does not import, and no one would see it.
  it('import what they inject: the module works without being global', async () => {
    const shop = await start({ extras: { isGlobal: false } });
    await shop.addOrder('S1');
    const body = orderBody({ orderId: 'S1', amount: 1250, at: Date.now() });
    expect((await shop.notify({ orderId: 'S1', body })).status).toBe(200);
    await shop.drain();
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
  });

  it('give a host what they export', async () => {
    const Wanting = wanting(Payments);
    const shop = await start({ providers: [Wanting] });
    expect((shop.app.get(Wanting) as { found: unknown }).found).toBe(shop.app.get(Payments));
  });

  it.each([Ledger, RefundStateService, RefundsService])('keep %p from the host', async (hidden) => {
    await expect(start({ providers: [wanting(hidden)] })).rejects.toThrow(/dependencies of the Wanting/);
  });

  it('are there once each, however many others import them', async () => {
    const shop = await start();
    const modules = [...shop.app.get(ModulesContainer).values()].map(({ metatype }) => metatype);
    expect(modules.filter((metatype) => metatype === RefundRecordsModule)).toHaveLength(1);
  });

  it('are not mixed up with those of another shop in the same process', async () => {
    const [one, other] = [await start(), await start()];
    await one.addOrder('S1');
    expect(await one.payments.orders.find('S1')).not.toBeNull();
    expect(await other.payments.orders.find('S1')).toBeNull();
  });
});
