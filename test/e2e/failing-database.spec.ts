import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { EffectsDispatcher, OutboxEntity } from '../../src/shop/effects/index.js';
import { InboxWorker } from '../../src/shop/notifications/index.js';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.mjs';
import { describeOneServer, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startShop, type ShopHost } from '../support/shop-host.js';

/** More than any lease or pause of a retry lasts at first. */
const LATER_MS = 61_000;
/** As often as a row may end its process. */
const FAILURES = 5;
/** How often one transaction tries to connect: an in-transaction handler is run again, and its failure then recorded. */
const TRIES = 6;
const REFUSED = { transaction: 2 * TRIES - 1, commit: TRIES };

type Phase = keyof typeof REFUSED;

/** A handler in whose midst the database is started anew, as often as it is told. */
@Injectable()
class Struck {
  static strike: (phase: Phase) => boolean = () => false;
  static fails = true;

  @OnPayment('completed', { name: 'book' })
  book(_event: PaymentEvent, _tx: EntityManager): void {
    Struck.strike('transaction');
  }

  @OnPayment('completed', { name: 'tell', after: 'commit' })
  tell(): void {
    if (Struck.strike('commit') && Struck.fails) throw new Error('it failed as well');
  }
}

describeOneServer('a database that fails whenever some work ends', (engine) => {
  const clock = new ManualClock(Date.now());
  let direct: TestDatabase;
  let proxy: CuttingProxy;
  let shop: ShopHost;
  const start = (): Promise<ShopHost> => {
    const options = { ...direct.options, url: proxy.url } as DataSourceOptions;
    const database = { ...direct, options };
    return startShop({ database, options: { workers: 'off', clock }, providers: [Struck] });
  };
  beforeEach(async () => {
    direct = await createMigratedDatabase(engine);
    proxy = await startCuttingProxy(String(Reflect.get(direct.options, 'url')));
    shop = await start();
  });
  afterEach(async () => {
    Struck.fails = true;
    await shop.close();
    await proxy.close();
    await direct.drop();
  });

  /** Strikes as often as a process may be killed, then no more; answers how often the handler was begun. */
  async function strikeEach(phase: Phase, work: () => Promise<unknown>): Promise<number> {
    let begun = 0;
    Struck.strike = (where) => {
      if (where !== phase) return false;
      begun += 1;
      const isStruck = begun <= FAILURES;
      if (isStruck) proxy.restart(REFUSED[phase]);
      return isStruck;
    };
    for (let round = 0; round < 4 * FAILURES; round += 1) {
      // The database is away at this moment.
      await work().catch(() => undefined);
      if (begun > FAILURES) return begun;
      clock.advance(LATER_MS);
    }
    return begun;
  }

  const pay = async (): Promise<void> => {
    await shop.addOrder('A-1');
    const at = clock.now();
    await shop.notify({ orderId: 'A-1', body: orderBody({ orderId: 'A-1', amount: 1250, at }), at });
  };

  const nothingGivenUp = async (): Promise<void> => {
    expect(await shop.count("tillbridge_notification WHERE state <> 'done'")).toBe(0);
    expect(await shop.count("tillbridge_outbox WHERE state <> 'done'")).toBe(0);
    expect(shop.logs.matching('it never came back')).toEqual([]);
  };

  it.each(['transaction', 'commit'] as const)('has nothing given up that ends its %s', async (phase) => {
    await pay();
    expect(await strikeEach(phase, () => shop.drain())).toBe(FAILURES + 1);
    await nothingGivenUp();
  });

  it('has no effect run again whose handler had succeeded', async () => {
    await pay();
    Struck.fails = false;
    expect(await strikeEach('commit', () => shop.drain())).toBe(1);
    await nothingGivenUp();
  });

  it('has no effect run again whose handler had succeeded before its process ended', async () => {
    await pay();
    let begun = 0;
    Struck.strike = (where) => {
      if (where === 'commit' && (begun += 1) === 1) proxy.restart(2 * TRIES);
      return false;
    };
    await shop.drain().catch(() => undefined);
    await shop.close();
    shop = await start();
    clock.advance(LATER_MS);
    await shop.drain();
    expect(begun).toBe(1);
    await nothingGivenUp();
  });

  it('has no effect given up that a queue hands back', async () => {
    await pay();
    const inbox = shop.app.get(InboxWorker);
    for (const row of await inbox.rows.claim(1)) await inbox.perform(row);
    const [effect] = await shop.app.get(DataSource).getRepository(OutboxEntity).findBy({ effect: 'tell' });
    const effects = shop.app.get(EffectsDispatcher);
    expect(await strikeEach('commit', () => effects.runById(effect!.id))).toBe(FAILURES + 1);
    await shop.drain();
    await nothingGivenUp();
  });
});
