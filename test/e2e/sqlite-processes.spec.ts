import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { describeSqlite } from '../database/sqlite-fixture.js';
import { canaryKey } from '../support/canary.js';
import type { TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { startNeighbour, type Neighbour } from '../support/sqlite-neighbour.js';
import { waitFor } from '../support/wait-for.js';

const PAYMENTS = 40;
/** All forty share one connection and one processor with the neighbour: a busy machine takes longer than a shopper waits. */
const PATIENCE_MS = 60_000;
const orderIds = Array.from({ length: PAYMENTS }, (_, index) => `P-${index}`);

describeSqlite('40 payments on a SQLite file', () => {
  let database: TestDatabase;
  let service: RunningSandbox;
  let shop: ShopHost;
  let neighbour: Neighbour | undefined;

  beforeEach(async () => {
    database = await createMigratedDatabase('sqlite');
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    const group = { ...shopOptions().terminalGroups[0]!, baseUrl: service.url };
    const calls = { callsPerSecond: 1_000, burst: 1_000 };
    shop = await startShop({ database, options: { terminalGroups: [{ ...group, calls }] } });
  });
  afterEach(async () => {
    await neighbour?.kill();
    await shop.close();
    await service.close();
    await database.drop();
  });

  async function pay(orderId: string): Promise<string | null> {
    const order = { orderId, amount: Money.of('12.50', 'EUR'), description: 'Two mugs' };
    await shop.payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/return' });
    await service.sandbox.pay(orderId);
    return (await shop.payments.orders.settle(orderId, { patienceMs: PATIENCE_MS })).status;
  }

  /** All at once; the failures as they are told to the customer. */
  async function payAll(): Promise<unknown[]> {
    const outcomes = await Promise.allSettled(orderIds.map(pay));
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : String(outcome.reason)));
  }
  const allPaid = orderIds.map(() => 'completed');
  const allReported = () => waitFor(() => shop.handlers.count('commit', 'completed') === PAYMENTS);

  it('come through beside a process that writes to it all the time', async () => {
    neighbour = await startNeighbour(database.options, 'write');
    expect(await payAll()).toEqual(allPaid);
    await allReported();
  });

  it('come through beside a process that has a transaction open which reads', async () => {
    neighbour = await startNeighbour(database.options, 'read');
    expect(await payAll()).toEqual(allPaid);
    await allReported();
  });
});
