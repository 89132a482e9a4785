import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { describeOneEngine, type TestEngineName } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** A shop and the sandbox, which know of one another only by URL and key. */
async function startBoth(engine: TestEngineName): Promise<{ shop: ShopHost; service: RunningSandbox }> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
  const [web] = shopOptions().terminalGroups;
  const shop = await startShop({ engine, options: { terminalGroups: [{ ...web!, baseUrl: service.url }] } });
  return { shop, service };
}

/** How often it was reported, in the transaction and after the commit, that an order was paid. */
const paidReports = ({ handlers }: ShopHost, id: string): number[] =>
  (['transaction', 'commit'] as const).map(
    (phase) =>
      handlers.seen.filter(
        (effect) => effect.phase === phase && effect.event.kind === 'completed' && effect.event.orderId === id,
      ).length,
  );

const create = (shop: ShopHost, orderId: string) =>
  shop.payments.group('web').orders.create({
    orderId,
    amount: Money.of('12.50', 'EUR'),
    description: 'Café ☕ – two mugs a/b',
    notificationUrl: `${shop.url}/payments/notifications/web`,
    redirectUrl: 'http://localhost:3000/return',
  });

/** Waits until the order has come to this status and all effects have run. */
const reaches = (shop: ShopHost, orderId: string, status: string) =>
  waitFor(
    async () => {
      const order = await shop.payments.orders.find(orderId);
      const open = await shop.count("tillbridge_outbox WHERE state = 'pending'");
      return order?.status === status && open === 0 ? order : null;
    },
    { what: `order ${orderId} to be ${status}` },
  );

describeOneEngine('the first payment, end to end', (engine) => {
  let shop: ShopHost;
  let service: RunningSandbox;
  beforeAll(async () => void ({ shop, service } = await startBoth(engine)));
  afterAll(async () => {
    await service?.close();
    await shop?.close();
  });

  it('is created, paid, notified, and has each effect once', async () => {
    const { sandbox, url } = service;
    const created = await create(shop, 'S-1');
    expect(created.paymentUrl?.startsWith(`${url}/pay/`)).toBe(true);
    await sandbox.pay('S-1');
    expect(await reaches(shop, 'S-1', 'completed')).toMatchObject({ paid: true, attention: null });
    expect(paidReports(shop, 'S-1')).toEqual([1, 1]);

    const delivery = (await sandbox.deliveries('S-1')).find(({ cause }) => cause !== 'created');
    const again = await sandbox.resend(delivery!.id);
    expect(again).toMatchObject({ verdict: 'acknowledged', response: 'OK' });
    await reaches(shop, 'S-1', 'completed');
    await waitFor(async () => (await shop.count("tillbridge_notification WHERE state = 'pending'")) === 0);
    expect(paidReports(shop, 'S-1')).toEqual([1, 1]);
    expect(await shop.count("tillbridge_transition WHERE kind = 'completed' AND order_id = 'S-1'")).toBe(1);
  });

  it.each([
    ['declined', 'decline'],
    ['cancelled', 'cancel'],
    ['cancelled', 'leave'],
  ] as const)('ends as %s after "%s"', async (status, outcome) => {
    const orderId = `S-2-${outcome}`;
    await create(shop, orderId);
    await service.sandbox[outcome](orderId);
    expect(await reaches(shop, orderId, status)).toMatchObject({ paid: false });
    expect(paidReports(shop, orderId)).toEqual([0, 0]);
  });

  it('is recognised after the shop had given the order up', async () => {
    await create(shop, 'S-3');
    await service.sandbox.decline('S-3');
    await reaches(shop, 'S-3', 'declined');
    await service.sandbox.pay('S-3');
    expect(await reaches(shop, 'S-3', 'completed')).toMatchObject({ paid: true });
  });

  it('tells its whole story in the order of events', async () => {
    await create(shop, 'S-4');
    await service.sandbox.pay('S-4');
    await reaches(shop, 'S-4', 'completed');
    const timeline = await shop.payments.orders.timeline('S-4');
    const kinds = timeline.map((entry) => entry.kind);
    expect(kinds[0]).toBe('created');
    expect(new Set(kinds)).toEqual(
      new Set(['created', 'notification', 'observation', 'transition', 'effect', 'outbox']),
    );
    expect(timeline.map((entry) => entry.at)).toEqual(timeline.map((entry) => entry.at).toSorted((a, b) => a - b));
    const text = JSON.stringify(timeline);
    expect(text).toContain('signature verified, stored and acknowledged');
    expect(text).not.toContain('@example');
  });

  it('is told again, and of later orders, where the clock of the sandbox alone is put forward', async () => {
    const { sandbox } = service;
    await create(shop, 'S-6');
    sandbox.faults.next('notification', 'drop');
    await sandbox.pay('S-6');
    await sandbox.advance(900_000);
    expect((await sandbox.deliveries('S-6')).at(-1)).toMatchObject({ trigger: 'resend', verdict: 'acknowledged' });
    expect(await reaches(shop, 'S-6', 'completed')).toMatchObject({ paid: true, attention: null });
    await sandbox.advance(86_400_000);
    await create(shop, 'S-7');
    await sandbox.pay('S-7');
    expect(await reaches(shop, 'S-7', 'completed')).toMatchObject({ paid: true, attention: null });
  });
});
