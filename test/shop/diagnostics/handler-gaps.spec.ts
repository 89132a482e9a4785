import { Injectable } from '@nestjs/common';
import { afterEach, expect, it, jest } from '@jest/globals';
import { OnPayment } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { masterManager } from '../../../src/database/engine/index.js';
import { ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const MINUTE = 60_000;

@Injectable()
class Shelf {
  @OnPayment('completed', { name: 'take-from-shelf' })
  take(): void {}
}

describeEngines('processes on one database with other handlers', (engine) => {
  const shops: ShopHost[] = [];
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const shop of shops.splice(0).toReversed()) await shop.close();
  });

  /** The shop, then its back office, which imports the module and not that of the handlers; and what makes both say that they are there. */
  const pair = async (clock: ManualClock) => {
    const timers = jest.spyOn(globalThis, 'setInterval');
    const options = { workers: 'off' as const, clock };
    const shop = await startShop({ engine, options, providers: [Shelf] });
    shops.push(shop);
    const office = await startShop({ engine, options, database: shop.database });
    shops.push(office);
    const beats = timers.mock.calls.filter(([, ms]) => ms === 30_000).map(([beat]) => beat as () => void);
    const beat = async (): Promise<void> => {
      const now = clock.now();
      for (const each of beats) each();
      const seen = async () => office.app.get(ProcessRegistry).living(masterManager(office.dataSource));
      await waitFor(async () => (await seen()).filter(({ seenAt }) => seenAt === now).length === 2);
    };
    return { shop, office, beat };
  };
  const warnings = ({ logs }: ShopHost): string[] => logs.matching('take-from-shelf');

  it('are told of once, by the one that lacks some, when both have run for longer than a deployment takes', async () => {
    const clock = new ManualClock(Date.now());
    const { shop, office, beat } = await pair(clock);
    await beat();
    expect(warnings(office)).toEqual([]);
    for (let minutes = 0; minutes < 40; minutes += 10) {
      clock.advance(10 * MINUTE);
      await beat();
      await beat();
    }
    await waitFor(() => warnings(office).length > 0);
    expect(warnings(office)).toEqual([expect.stringMatching(/other processes.*take-from-shelf.*Import/is)]);
    expect(warnings(shop)).toEqual([]);
  });

  it('are told of on request, with the place of the process', async () => {
    const { office, beat } = await pair(new ManualClock(Date.now()));
    await beat();
    const gaps = await office.app.get(ProcessRegistry).handlerGaps(masterManager(office.dataSource));
    expect(gaps).toEqual([{ place: expect.stringContaining(String(process.pid)), lacks: ['take-from-shelf'] }]);
  });

  it('say which of them do background work: one that has none must not pass for one that has', async () => {
    const places = [];
    for (const workers of ['inline', 'off'] as const) {
      const shop = await startShop({ engine, options: { workers } });
      shops.push(shop);
      const seen = () => shop.app.get(ProcessRegistry).living(masterManager(shop.dataSource));
      await waitFor(async () => (await seen()).length === 1);
      places.push(...(await seen()).map(({ place }) => place.replace(/^.*? (?=\d)/, '')));
    }
    expect(places).toEqual([`${process.pid}`, `${process.pid}, workers off`]);
  });
});
