import { expect, it } from '@jest/globals';
import { Money, type CreateOrderInput, type GroupPayments, type PaymentOrder } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { canaryKey } from '../support/canary.js';
import { describeEngines, describeOneEngine, type TestEngineName } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { sized } from '../support/long-run.js';
import { LossyProxy, type DrawDelay } from '../support/lossy-proxy.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

/** Orders in all; the default is what fits in some seconds, most of it on SQLite. */
const RUNS = (engine: TestEngineName): number =>
  Number(
    process.env['TILLBRIDGE_CREATE_RUNS'] ??
      (engine === 'sqlite' ? sized({ usual: 30, long: 60 }) : sized({ usual: 10, long: 20 })),
  );
const AT_ONCE = 25;
/** Answers are lost between the first byte of a request and well after its answer. */
const LONGEST_MS = 60;

const seed = Number(process.env['TILLBRIDGE_CREATE_SEED'] ?? Date.now() % 2 ** 31);

/** Small, and the same for the same seed. */
function chance(state: number): () => number {
  let value = state;
  return () => {
    value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
    return value / 2 ** 31;
  };
}

interface Stage {
  readonly shops: readonly ShopHost[];
  readonly service: RunningSandbox;
}

/** Shops on one database before one service; on SQLite, which serves one process, one shop that is called twice. */
async function withReplicas(
  engine: TestEngineName,
  draw: DrawDelay,
  work: (stage: Stage, proxy: LossyProxy) => Promise<void>,
): Promise<void> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
  const proxy = await LossyProxy.start(service.url, draw);
  const database = await createMigratedDatabase(engine);
  const [web] = shopOptions().terminalGroups;
  const calls = { circuitBreaker: 'off' as const, callsPerSecond: 1_000, burst: 5_000 };
  const terminalGroups = [{ ...web!, baseUrl: proxy.url, calls }];
  const shops: ShopHost[] = [];
  try {
    for (let replica = 0; replica < (engine === 'sqlite' ? 1 : 2); replica += 1)
      shops.push(await startShop({ database, options: { workers: 'off', terminalGroups } }));
    await work({ shops, service }, proxy);
  } finally {
    for (const shop of shops) await shop.close();
    await proxy.close();
    await service.close();
    await database.drop();
  }
}

const order = (shop: ShopHost, orderId: string, amount = '12.50'): CreateOrderInput => ({
  orderId,
  amount: Money.of(amount, 'EUR'),
  description: 'Two mugs',
  notificationUrl: `${shop.url}/payments/notifications/web`,
  redirectUrl: 'http://localhost:3000/return',
});

/** A direct order whose create answer is lost, and whose reads tell no page. */
interface LostDirect {
  readonly shop: ShopHost;
  readonly sandbox: RunningSandbox['sandbox'];
  readonly orders: GroupPayments['orders'];
  readonly input: CreateOrderInput;
}

/** One shop that makes a direct order, the answer to which is lost; a bank asks about each card. */
function withLostDirect(
  engine: TestEngineName,
  direct: Partial<CreateOrderInput>,
  work: (lost: LostDirect) => Promise<void>,
): Promise<void> {
  return withReplicas(
    engine,
    () => null,
    async ({ shops: [shop], service: { sandbox } }) => {
      sandbox.adjust('web', { readPage: 'hidden', cardAuthentication: 'always' });
      sandbox.faults.next('create', 'response-lost', { times: 1 });
      const { orders } = shop!.payments.group('web');
      await work({ shop: shop!, sandbox, orders, input: { ...order(shop!, 'A-1'), type: 'direct', ...direct } });
    },
  );
}

/** Two callers at the same moment, each at a replica of his own where there are two. */
function both(shops: readonly ShopHost[], orderId: string, amounts = ['12.50', '12.50']): Promise<PaymentOrder[]> {
  const create = (index: number): Promise<PaymentOrder> =>
    shops[index % shops.length]!.payments.group('web').orders.create(order(shops[0]!, orderId, amounts[index]));
  return Promise.all([create(0), create(1)]);
}

/** Open, that is: a closed page may still take a transfer that was begun before. */
const isPayable = async (url: string | null): Promise<boolean> => {
  const page = url === null ? '' : await (await fetch(url)).text();
  return page.includes('<form') && !page.includes('Or pay all the same');
};

/** The ids under which the service knows the order: those of attempts, which it would have to number on. */
async function attemptsAt({ sandbox }: RunningSandbox, orderId: string): Promise<string[]> {
  const ids = [orderId, `${orderId}-2`, `${orderId}-3`];
  const found = await Promise.all(
    ids.map((id) =>
      sandbox.order(id).then(
        ({ status }) => [`${id} ${status}`],
        () => [],
      ),
    ),
  );
  return found.flat();
}

describeOneEngine('orders whose answer is lost (scenario N1)', (engine) => {
  it.each([false, true])('have a page where a read tells none, begun meanwhile: %s', async (isBegun) => {
    await withReplicas(
      engine,
      () => null,
      async ({ shops: [shop], service: { sandbox } }) => {
        sandbox.adjust('web', { readPage: 'hidden' });
        sandbox.faults.next('create', 'response-lost', { times: 1 });
        sandbox.faults.next('read', 'reset', { times: 20 });
        const { orders } = shop!.payments.group('web');
        await expect(orders.create(order(shop!, 'A-1'))).rejects.toMatchObject({ code: expect.any(String) });
        sandbox.faults.clear();
        if (isBegun) await sandbox.begin('A-1');
        const { paymentUrl, attempt } = await orders.create(order(shop!, 'A-1'));
        expect([await isPayable(paymentUrl), attempt]).toEqual([true, isBegun ? 2 : 1]);
        await sandbox.pay(isBegun ? 'A-1-2' : 'A-1');
        await sandbox.idle();
        await shop!.drain();
        expect(await shop!.payments.orders.find('A-1')).toMatchObject({ paid: true, attention: null });
      },
    );
  });

  it.each<[string, Partial<CreateOrderInput>, Record<string, string>]>([
    ['card', { gatewayInfo: { card_number: '4111111111111111', card_expiry_date: '3112' } }, { answer: 'accept' }],
    ['iDEAL', { gateway: 'ideal' }, { method: 'IDEAL', outcome: 'paid' }],
    ['Bancontact', { gateway: 'MISTERCASH' }, { method: 'MISTERCASH', outcome: 'paid' }],
  ])('have a page where a direct order by %s needs one, and are paid once', async (_method, direct, answer) => {
    await withLostDirect(engine, direct, async ({ shop, sandbox, orders, input }) => {
      const { paymentUrl } = await orders.create(input);
      expect(await orders.create(input)).toMatchObject({ attempt: 2, paymentUrl });
      expect((await sandbox.order('A-1')).status).not.toBe('initialized');
      await fetch(paymentUrl!, { method: 'POST', body: new URLSearchParams(answer), redirect: 'manual' });
      await sandbox.idle();
      await shop.drain();
      expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true, attempt: 2, attention: null });
    });
  });

  it.each<[string, Partial<CreateOrderInput>, string]>([
    ['transfer', { gateway: 'BANKTRANS' }, 'initialized'],
    ['Multibanco', { gateway: 'MULTIBANCO' }, 'initialized'],
    ['MB WAY, on the phone', { gateway: 'MBWAY', gatewayInfo: { phone: '351#911234567' } }, 'initialized'],
    ['debit', { gateway: 'DIRDEB', gatewayInfo: { account_holder_iban: 'NL87ABNA0000000001' } }, 'initialized'],
  ])('stay one order where a direct one by %s goes on without a page', async (_method, direct, status) => {
    await withLostDirect(engine, direct, async ({ sandbox, orders, input }) => {
      expect(await orders.create(input)).toMatchObject({ attempt: 1, paymentUrl: null, status });
      expect(await orders.create(input)).toMatchObject({ attempt: 1, paymentUrl: null, status });
      expect(await sandbox.order('A-1')).toMatchObject({ status });
    });
  });

  it(`come to be once, and every caller gets the open payment page (seed ${seed})`, async () => {
    const random = chance(seed);
    let drawn = 0;
    const draw: DrawDelay = () => ((drawn += 1) === 1 ? 0 : random() < 0.6 ? random() * LONGEST_MS : null);
    await withReplicas(engine, draw, async ({ shops, service }, proxy) => {
      const check = async (orderId: string): Promise<void> => {
        const [first, second] = await both(shops, orderId);
        expect(second!.paymentUrl).toBe(first!.paymentUrl);
        expect(await isPayable(first!.paymentUrl)).toBe(true);
        expect(await attemptsAt(service, orderId)).toEqual([`${orderId} initialized`]);
      };
      const runs = RUNS(engine);
      for (let done = 0; done < runs; done += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, runs - done) }, (_, i) => check(`N-${done + i}`)));
      expect(await shops[0]!.count('tillbridge_attempt')).toBe(runs);
      // Of few runs chance may cut one or two.
      expect(proxy.cuts).toBeGreaterThan(runs < 100 ? 0 : runs / 4);
    });
  }, 120_000);
});

describeEngines('two tabs, two replicas', (engine) => {
  it('with different amounts leave one payment page open (scenario D8)', () =>
    withReplicas(
      engine,
      () => null,
      async ({ shops, service }) => {
        for (let run = 0; run < 5; run += 1) {
          const orderId = `T-${run}`;
          const orders = await both(shops, orderId, ['12.50', '15.00']);
          const now = await shops[0]!.payments.orders.find(orderId);
          const pages = await Promise.all(orders.map(({ paymentUrl }) => isPayable(paymentUrl)));
          // Both may have been answered the last page, when the first was replaced before it was told.
          expect(
            new Set(orders.filter((_, index) => pages[index]).map(({ serviceOrderId }) => serviceOrderId)),
          ).toEqual(new Set([now!.serviceOrderId]));
          expect(await isPayable(now!.paymentUrl)).toBe(true);
          expect(await attemptsAt(service, orderId)).toEqual([`${orderId} cancelled`, `${orderId}-2 initialized`]);
        }
      },
    ));

  it('that find a page already used get one new attempt between them', () =>
    withReplicas(
      engine,
      () => null,
      async ({ shops, service }) => {
        await both(shops, 'U-1');
        await service.sandbox.decline('U-1');
        await shops[0]!.drain();
        const [first, second] = await both(shops, 'U-1');
        expect([first!.serviceOrderId, second!.serviceOrderId]).toEqual(['U-1-2', 'U-1-2']);
        expect(second!.paymentUrl).toBe(first!.paymentUrl);
        await service.sandbox.pay('U-1-2');
        await shops[0]!.drain();
        expect(await shops[0]!.payments.orders.find('U-1')).toMatchObject({ paid: true, attempt: 2, attention: null });
        expect(await shops[0]!.count('tillbridge_attempt')).toBe(2);
      },
    ));
});
