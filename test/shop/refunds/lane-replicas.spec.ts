import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money, TillbridgeWorkers } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/refund-protocol.types.js';
import { ArrivalNotes } from '../../support/arrival-notes.js';
import { canaryKey } from '../../support/canary.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const REFUNDS = 5;
const SECOND = 1_000;

describeEngines('two replicas that send the refunds of one group', (engine) => {
  let database: TestDatabase;
  let sandbox: RunningSandbox;
  let notes: ArrivalNotes;
  const shops: ShopHost[] = [];

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const terminalGroups = [{ name: 'web', apiKey: canaryKey('web'), switches: { refundSpacingMs: SECOND } }];
    sandbox = await startSandbox({ terminalGroups });
    notes = new ArrivalNotes(sandbox.url);
    const [web] = shopOptions().terminalGroups;
    const group = { ...web!, baseUrl: await notes.listen(), refunds: { sendWithinMs: SECOND } };
    const options = { workers: 'off' as const, terminalGroups: [group] };
    for (const _ of [1, 2]) shops.push(await startShop({ database, options }));
  });
  afterAll(async () => {
    for (const shop of shops) await shop.close();
    await database.drop();
    notes.close();
    await sandbox.close();
  });

  const rows = () => shops[0]!.dataSource.manager.find(RefundEntity, { order: { id: 'ASC' } });

  it('never come closer to each other than a second, by the clock of the service, and send each once', async () => {
    const [first] = shops;
    for (let index = 0; index < REFUNDS; index += 1) {
      const orderId = `P-${index}`;
      const order = { orderId, amount: Money.of('50.00', 'EUR'), description: 'Two mugs' };
      await first!.payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/return' });
      await sandbox.sandbox.pay(orderId);
      await first!.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
      await first!.dataSource.manager.insert(RefundEntity, refundOf(orderId));
    }
    for (const shop of shops) shop.app.get(TillbridgeWorkers).start();
    await waitFor(async () => (await rows()).every(({ state }) => state === 'accepted'), { timeoutMs: 25_000 });
    const at = notes.arrivals.map((arrival) => arrival.at);
    const gaps = at.slice(1).map((each, index) => each - at[index]!);
    expect(at).toHaveLength(REFUNDS);
    process.stdout.write(`${engine}: arrivals ${gaps.map((gap) => `${gap.toFixed(1)} ms`).join(', ')} apart\n`);
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(SECOND);
    expect((await rows()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: REFUNDS }, () => 1));
  });
});

function refundOf(orderId: string): Partial<RefundEntity> {
  const texts = { key: orderId, tag: `tag-${orderId}`, description: 'broken' };
  const own = { id: orderId, group: 'web', orderId, serviceOrderId: orderId, origin: 'shop' as const };
  const now = Date.now();
  return {
    ...NEW_REFUND,
    ...own,
    ...texts,
    amount: 1_000,
    currency: 'EUR',
    held: 0,
    fence: 0,
    createdAt: now,
    updatedAt: now,
  };
}
