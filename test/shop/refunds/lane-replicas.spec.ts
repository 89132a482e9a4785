import { expect, it } from '@jest/globals';
import { Money, TillbridgeWorkers } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { ArrivalNotes } from '../../support/arrival-notes.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const REFUNDS = 5;
const SECOND = 1_000;

/** Two shops on one database send some refunds. @returns when these arrived, and how they stand */
async function sendTogether(engine: TestEngineName) {
  const database = await createMigratedDatabase(engine);
  const terminalGroups = [{ name: 'web', apiKey: canaryKey('web'), switches: { refundSpacingMs: SECOND } }];
  const service = await startSandbox({ terminalGroups });
  const notes = new ArrivalNotes(service.url);
  const [web] = shopOptions().terminalGroups;
  const group = { ...web!, baseUrl: await notes.listen() };
  const options = { workers: 'off' as const, terminalGroups: [group] };
  const shops: ShopHost[] = [];
  try {
    for (const _ of [1, 2]) shops.push(await startShop({ database, options }));
    const [first] = shops;
    const rows = () => first!.dataSource.manager.find(RefundEntity, { order: { id: 'ASC' } });
    for (let index = 0; index < REFUNDS; index += 1) {
      const orderId = `P-${index}`;
      const order = { orderId, amount: Money.of('50.00', 'EUR'), description: 'Two mugs' };
      await first!.payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/return' });
      await service.sandbox.pay(orderId);
      await first!.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
      await first!.dataSource.manager.insert(RefundEntity, refundOf(orderId));
    }
    for (const shop of shops) shop.app.get(TillbridgeWorkers).start();
    await waitFor(async () => (await rows()).every(({ state }) => state === 'accepted'), { timeoutMs: 25_000 });
    return { arrivals: notes.arrivals.map(({ at }) => at), rows: await rows() };
  } finally {
    for (const shop of shops) await shop.close();
    await database.drop();
    notes.close();
    await service.close();
  }
}

describeOneEngine('two replicas', (engine) => {
  it('never send refunds of one group closer to each other than a second, by the clock of the service, and send each once', async () => {
    const { arrivals, rows } = await sendTogether(engine);
    const gaps = arrivals.slice(1).map((each, index) => each - arrivals[index]!);
    process.stdout.write(`${engine}: arrivals ${gaps.map((gap) => `${gap.toFixed(1)} ms`).join(', ')} apart\n`);
    expect({ arrivals: arrivals.length, tooClose: gaps.filter((gap) => gap < SECOND) }).toEqual({
      arrivals: REFUNDS,
      tooClose: [],
    });
    expect(rows.map(({ attempts }) => attempts)).toEqual(Array.from({ length: REFUNDS }, () => 1));
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
