import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { describeEngines } from '../support/engines.js';
import { sized } from '../support/long-run.js';
import { startOrderService, type OrderService } from '../support/order-service.mjs';
import { json, ScriptedService, type Reply } from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { waitFor } from '../support/wait-for.js';

const RUNS = sized({ usual: 8, long: 1_000 });
/** How long the return page waits. Here it must not depend on the time that the statements of the others take. */
const PATIENCE_MS = 60_000;
const groupsAt = (baseUrl: string) => {
  const calls = { callsPerSecond: 1_000, burst: 10_000 };
  return shopOptions().terminalGroups.map((group) => ({ ...group, baseUrl, calls }));
};

/** What may learn of a payment, and where: in the one process or in the other. */
type Source = 'notification' | 'return page';
type Place = 0 | 1;
const SOURCES = (['notification', 'return page'] as const).flatMap((source) =>
  ([0, 1] as const).map((place): [Source, Place] => [source, place]),
);

describeEngines('several sources see the same payment, their statements in any order (scenario D1)', (engine) => {
  let service: OrderService;
  let replicas: [ShopHost, ShopHost];
  let step: ((sql: string) => Promise<unknown>) | null = null;
  let orders = 0;

  beforeAll(async () => {
    service = await startOrderService();
    const options = { workers: 'off' as const, terminalGroups: groupsAt(service.url) };
    const first = await startShop({ engine, options });
    // SQLite serves one process with one connection.
    const second = engine === 'sqlite' ? first : await startShop({ engine, database: first.database, options });
    replicas = [first, second];
    // Only who begins next is decided; a statement that waits for a lock must not hold up the one that will free it.
    for (const { dataSource } of new Set(replicas)) tapStatements(dataSource, { before: ({ sql }) => step?.(sql) });
  });

  afterAll(async () => {
    const [first, second] = replicas;
    if (second !== first) await second.close();
    await first.close();
    await service.close();
  });

  const act = {
    notification: async (shop: ShopHost, orderId: string, body: object, at: number): Promise<boolean> => {
      const { status } = await shop.notify({ orderId, body: { ...body }, at });
      await shop.drain();
      return status === 200;
    },
    'return page': async (shop: ShopHost, orderId: string): Promise<boolean> =>
      (await shop.payments.orders.settle(orderId, { patienceMs: PATIENCE_MS })).paid,
  };

  const reported = (orderId: string, phase: 'transaction' | 'commit'): number =>
    [...new Set(replicas)]
      .flatMap(({ handlers }) => handlers.seen)
      .filter(({ event, phase: seen }) => event.orderId === orderId && event.kind === 'completed' && seen === phase)
      .length;

  const settled = (orderId: string): Promise<boolean> =>
    waitFor(async () => {
      await replicas[0].drain();
      const open = `WHERE order_id = '${orderId}' AND state = 'pending'`;
      const left = await Promise.all(
        ['notification', 'outbox'].map((table) => replicas[0].count(`tillbridge_${table} ${open}`)),
      );
      return left.every((rows) => rows === 0);
    });

  it('all of them succeed; the order is paid once, and everyone is told once', async () => {
    const some = fc.shuffledSubarray(SOURCES, { minLength: 2 });
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), some, async (scheduler, sources) => {
        const orderId = `I-${(orders += 1)}`;
        await replicas[0].addOrder(orderId);
        const body = orderBody({ orderId, amount: 1250, at: Date.now() });
        service.orders.set(orderId, body);
        step = (sql) => scheduler.schedule(Promise.resolve(), sql.slice(0, 40));
        const at = Date.now();
        const all = Promise.all(
          sources.map(([source, place], index) => act[source](replicas[place], orderId, body, at - index * 1_000)),
        );
        const answers = await scheduler.waitFor(all).finally(() => (step = null));
        expect(answers).toEqual(sources.map(() => true));
        await settled(orderId);
        const { dataSource } = replicas[0];
        const kinds: { kind: string }[] = await dataSource.query(
          `SELECT kind FROM tillbridge_transition WHERE order_id = '${orderId}'`,
        );
        expect(kinds.map(({ kind }) => kind)).toEqual(['completed']);
        expect(reported(orderId, 'commit')).toBe(1);
      }),
      { numRuns: RUNS },
    );
  }, 600_000);
});

/** An answer that comes when it is told to. */
function held(reply: Reply): { reply: Reply; answer: () => void } {
  let answer: () => void = () => undefined;
  return { reply: (...parameters) => (answer = () => reply(...parameters)), answer: () => answer() };
}

describeEngines('someone who looked at the order before it was paid (scenario D7)', (engine) => {
  let service: ScriptedService;
  let shop: ShopHost;
  beforeAll(async () => {
    service = await ScriptedService.start();
    shop = await startShop({ engine, options: { workers: 'off', terminalGroups: groupsAt(service.url) } });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const isPaid = { paid: true, status: 'completed' };
  async function notifyPaid(orderId: string): Promise<void> {
    await shop.notify({ orderId, body: orderBody({ orderId, amount: 1250, at: Date.now() }) });
    await shop.drain();
    expect(await shop.payments.orders.find(orderId)).toMatchObject(isPaid);
  }

  it('a creation whose answer comes late adds what it knows and takes nothing back', async () => {
    const data = { order_id: 'D7-1', session_id: 's', payment_url: 'http://localhost:4000/pay/1' };
    const { reply, answer } = held(json(200, { success: true, data }));
    service.script(reply);
    const redirectUrl = 'http://localhost:3000/return';
    const order = { orderId: 'D7-1', amount: Money.of('12.50', 'EUR'), description: 'Two mugs', redirectUrl };
    const creation = shop.payments.group('web').orders.create(order);
    await waitFor(() => service.calls.length === 1);
    await notifyPaid('D7-1');
    answer();
    expect(await creation).toMatchObject({ ...isPaid, paymentUrl: data.payment_url });
    expect(await shop.payments.orders.find('D7-1')).toMatchObject(isPaid);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'D7-1'")).toBe(1);
  });

  it('a return page whose answer is of the time before takes nothing back', async () => {
    await shop.addOrder('D7-2');
    const before = orderBody({ orderId: 'D7-2', amount: 1250, status: 'initialized', at: Date.now() - 60_000 });
    const { reply, answer } = held(json(200, { success: true, data: before }));
    service.script(reply);
    const page = shop.payments.orders.settle('D7-2');
    await waitFor(() => service.calls.length === 1);
    await notifyPaid('D7-2');
    answer();
    expect(await page).toMatchObject(isPaid);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'D7-2'")).toBe(1);
  });
});
