import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Money, type CreatePaymentOrderInput, type GroupOrders, type PaymentOrder } from 'tillbridge';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { ManualClock } from 'tillbridge/testing';
import { AttemptsRepository } from '../../../src/shop/orders/creation/attempts.repository.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const NOON = Date.UTC(2026, 0, 15, 11);
const SAYS = 'already has an order under the id';
const WHO = { by: 'ann', why: 'to see' };

/** How the order of months ago stands at the service. */
type Earlier = [title: string, how: (service: RunningSandbox, id: string) => Promise<unknown>, fields: object];

const EARLIER: readonly Earlier[] = [
  ['was paid', ({ sandbox }, id) => sandbox.pay(id), {}],
  ['was paid in another amount', ({ sandbox }, id) => sandbox.pay(id), { amount: 995 }],
  ['was paid in another currency', ({ sandbox }, id) => sandbox.pay(id), { currency: 'USD' }],
  ['was paid and refunded', ({ sandbox }, id) => sandbox.pay(id).then(() => sandbox.refund(id)), {}],
  ['was declined', ({ sandbox }, id) => sandbox.decline(id), {}],
  ['was cancelled', ({ sandbox }, id) => sandbox.cancel(id), {}],
  ['has expired', ({ sandbox }, id) => sandbox.hold(id, { method: 'IDEAL' }).then(() => sandbox.expire(id)), {}],
  ['is still open', ({ sandbox }, id) => sandbox.hold(id, { method: 'BANKTRANS' }), {}],
  ['never had a payment, and another amount', () => Promise.resolve(), { amount: 995 }],
];

describeOneEngine('an order number that another customer had before', (engine) => {
  /** Of the service, and of the shop. */
  const [there, here] = [new ManualClock(NOON), new ManualClock(NOON)];
  let service: RunningSandbox;
  let database: TestDatabase;
  let shops: ShopHost[];
  let number = 0;
  let id: string;

  const pass = (ms: number): void => [there, here].forEach((clock) => clock.advance(ms));
  const start = (): Promise<ShopHost> => {
    const [web] = shopOptions().terminalGroups;
    const calls = { circuitBreaker: 'off' as const, callsPerSecond: 1_000, burst: 5_000 };
    const terminalGroups = [{ ...web!, baseUrl: service.url, calls, timeoutMs: 2_000 }];
    return startShop({ database, options: { clock: here, workers: 'off', terminalGroups } });
  };

  beforeAll(async () => {
    service = await startSandbox({ clock: there, terminalGroups: [{ name: 'web', apiKey: canaryKey('web') }] });
    database = await createMigratedDatabase(engine);
    shops = [await start()];
    if (engine !== 'sqlite') shops.push(await start());
  });
  beforeEach(() => {
    number += 1;
    id = `N-${number}`;
  });
  afterEach(async () => {
    service.sandbox.faults.clear();
    await service.sandbox.idle();
    for (const shop of shops) await shop.forget();
  });
  afterAll(async () => {
    for (const shop of shops ?? []) await shop.close();
    await service?.close();
    await database?.drop();
  });

  const input = (change: Partial<CreatePaymentOrderInput> = {}): CreatePaymentOrderInput => ({
    orderId: id,
    amount: Money.of('12.50', 'EUR'),
    description: 'Two mugs',
    notificationUrl: `${shops[0]!.url}/payments/notifications/web`,
    redirectUrl: 'http://localhost:3000/return',
    ...change,
  });
  const create = (change?: Partial<CreatePaymentOrderInput>, shop = shops[0]!): Promise<PaymentOrder> =>
    shop.payments.group('web').orders.create(input(change));
  const failure = (change?: Partial<CreatePaymentOrderInput>): Promise<unknown> =>
    create(change).then(
      () => 'none',
      (error: unknown) => error,
    );
  const find = () => shops[0]!.payments.orders.find(id);
  /** Everything that reaches the shop is applied. */
  const settled = async (): Promise<void> => {
    await service.sandbox.idle();
    await shops[0]!.drain();
  };
  /** An order that the shop's database knows nothing of: another customer's. */
  const createThere = async (order_id: string, fields: object = {}): Promise<void> => {
    const body = {
      type: 'redirect',
      order_id,
      currency: 'EUR',
      amount: 1250,
      description: 'A mug',
      payment_options: { notification_url: `${shops[0]!.url}/payments/notifications/web` },
      ...fields,
    };
    const headers = { api_key: canaryKey('web'), 'content-type': 'application/json' };
    const answer = await fetch(`${service.url}/v1/json/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toMatchObject({ success: true });
  };
  /** It was made, and came to its end, three months before the shop's order; the database was reset since. */
  const earlier = async (order_id: string, how = EARLIER[0]![1], fields?: object): Promise<void> => {
    await createThere(order_id, fields);
    await how(service, order_id);
    await settled();
    await shops[0]!.forget();
    pass(90 * DAY);
  };
  const expectItsOwn = async (order: PaymentOrder, serviceOrderId = `${id}-2`): Promise<void> => {
    expect(order).toMatchObject({ serviceOrderId, createState: 'created', paid: false, attention: null });
    const kinds = shops[0]!.handlers.seen.map(({ event }) => event.kind);
    expect(kinds.filter((kind) => kind !== 'initialized')).toEqual([]);
    await service.sandbox.pay(serviceOrderId);
    await settled();
    expect(await find()).toMatchObject({ paid: true, status: 'completed', attention: null });
    expect(shops[0]!.handlers.count('transaction', 'completed')).toBe(1);
    expect(await shops[0]!.count('tillbridge_attempt')).toBe(1);
  };

  it.each(EARLIER)('and which %s: the new order is made under the next id', async (_title, how, fields) => {
    await earlier(id, how, fields);
    await expectItsOwn(await create());
    expect(shops.flatMap(({ logs }) => logs.matching(SAYS))).toHaveLength(1);
  });

  it('twice: it is made under the first id that is free', async () => {
    await createThere(`${id}-2`);
    await service.sandbox.pay(`${id}-2`);
    await earlier(id);
    await expectItsOwn(await create(), `${id}-3`);
  });

  it('stays apart from what comes of the old order later, by a notification, a poll, a read by hand or a return', async () => {
    await earlier(id);
    await create();
    await service.sandbox.refund(id);
    await service.sandbox.chargeback(id);
    await settled();
    pass(HOUR);
    await shops[0]!.payments.polling.tick();
    await settled();
    await shops[0]!.payments.orders.sync(id, WHO);
    expect(await find()).toMatchObject({ paid: false, attention: null, status: 'initialized' });
    expect(shops[0]!.handlers.count('transaction', 'completed')).toBe(0);
  });

  it('is made under the next id where a notification of the old order came just before', async () => {
    await earlier(id);
    await service.sandbox.chargeback(id);
    await settled();
    const made = await create();
    pass(MINUTE);
    await settled();
    await expectItsOwn(made);
  });

  it('is not paid by the old order while nobody goes on with a create that has died, and then gets its page', async () => {
    await earlier(id);
    const died = jest.spyOn(shops[0]!.app.get(AttemptsRepository), 'openNextAttempt');
    died.mockRejectedValueOnce(new Error('the process ends here'));
    expect(await failure()).toMatchObject({ message: 'the process ends here' });
    died.mockRestore();
    await service.sandbox.chargeback(id);
    await settled();
    await shops[0]!.payments.orders.settle(id);
    await shops[0]!.payments.orders.sync(id, WHO);
    pass(HOUR);
    await shops[0]!.payments.polling.tick();
    expect(await find()).toMatchObject({ paid: false, attention: null, status: null, createState: 'creating' });
    await expectItsOwn(await create({ amount: Money.of('12.50', 'EUR') }));
    expect((await service.sandbox.order(id)).status).toBe('chargedback');
  });

  it('is not cancelled at the service where the next create asks for another amount', async () => {
    await earlier(id, ({ sandbox }) => sandbox.hold(id, { method: 'BANKTRANS' }));
    const died = jest.spyOn(shops[0]!.app.get(AttemptsRepository), 'openNextAttempt');
    died.mockRejectedValueOnce(new Error('the process ends here'));
    expect(await failure()).toMatchObject({ message: 'the process ends here' });
    died.mockRestore();
    // Until the polls are over: of an order that never came to be no person is told.
    for (let day = 0; day < 40; day += 1) {
      await shops[0]!.payments.polling.tick();
      pass(DAY);
    }
    expect(await shops[0]!.count("tillbridge_poll WHERE state = 'done'")).toBe(1);
    const before = (await service.sandbox.order(id)).status;
    await expectItsOwn(await create({ amount: Money.of('15.00', 'EUR') }));
    expect((await service.sandbox.order(id)).status).toBe(before);
  });

  it.each([
    ['while the create has not gone on to the next id yet', true],
    ['after the create has died there', false],
  ])('does not cancel the old order when the new one is cancelled %s', async (_title, goesOn) => {
    await earlier(id, ({ sandbox }) => sandbox.hold(id, { method: 'BANKTRANS' }));
    const before = (await service.sandbox.order(id)).status;
    const attempts = shops[0]!.app.get(AttemptsRepository);
    const openNextAttempt = attempts.openNextAttempt.bind(attempts);
    const cancel = (): Promise<unknown> => shops[0]!.payments.group('web').orders.cancel(id);
    const refusals: unknown[] = [];
    const moment = jest.spyOn(attempts, 'openNextAttempt').mockImplementationOnce(async (...place) => {
      refusals.push(await cancel().catch((error: unknown) => error));
      if (!goesOn) throw new Error('the process ends here');
      return openNextAttempt(...place);
    });
    const made = await create().catch((error: Error) => error);
    moment.mockRestore();
    if (!goesOn) refusals.push(await cancel().catch((error: unknown) => error));
    expect((await service.sandbox.order(id)).status).toBe(before);
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: 'ORDER_CONFLICT', execution: 'not-executed' });
    await expectItsOwn(made instanceof Error ? await create() : made);
  });

  it.each<[string, (orders: GroupOrders) => Promise<unknown>]>([
    ['reported as shipped', (orders) => orders.ship(id, { reason: 'sent' })],
    ['changed', (orders) => orders.update(id, { invoiceId: 'R-1' })],
    ['read', (orders) => orders.get(id)],
  ])(
    'does not show, change or ship the old order when the new one is %s after its create has died',
    async (_title, call) => {
      await earlier(id, ({ sandbox }) => sandbox.pay(id));
      const before = await service.sandbox.order(id);
      const attempts = shops[0]!.app.get(AttemptsRepository);
      jest.spyOn(attempts, 'openNextAttempt').mockRejectedValueOnce(new Error('the process ends here'));
      await expect(create()).rejects.toThrow('the process ends here');
      jest.restoreAllMocks();
      const { orders } = shops[0]!.payments.group('web');
      await expect(call(orders)).rejects.toMatchObject({ code: 'ORDER_CONFLICT', execution: 'not-executed' });
      expect(await service.sandbox.order(id)).toEqual(before);
      await expectItsOwn(await create());
    },
  );

  it('is cancelled itself once it has its own page, and so is one whose answer was lost', async () => {
    await earlier(id, ({ sandbox }) => sandbox.hold(id, { method: 'BANKTRANS' }));
    await create();
    await shops[0]!.payments.group('web').orders.cancel(id);
    expect((await service.sandbox.order(`${id}-2`)).status).toBe('cancelled');
    service.sandbox.faults.next('create', 'response-lost', 2);
    service.sandbox.faults.next('read', 'reset', 20);
    expect(await failure({ orderId: `${id}-lost` })).toMatchObject({ execution: 'unknown' });
    service.sandbox.faults.clear();
    await shops[0]!.payments.group('web').orders.cancel(`${id}-lost`);
    expect((await service.sandbox.order(`${id}-lost`)).status).toBe('cancelled');
  });

  it('leads to one page, whatever tabs and replicas ask at once', async () => {
    await earlier(id);
    const orders = await Promise.all([0, 1, 2].map((index) => create({}, shops[index % shops.length])));
    expect(new Set(orders.map(({ paymentUrl }) => paymentUrl)).size).toBe(1);
    await expectItsOwn(orders[0]!);
  });

  it('is its own where the shop says so: it is taken over as it stands, and what comes of it later counts', async () => {
    await earlier(id);
    expect(await failure({ adoptExisting: true })).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await find()).toMatchObject({ serviceOrderId: id, paid: true, attention: null });
    await service.sandbox.refund(id);
    await settled();
    expect(await find()).toMatchObject({ amountRefunded: Money.of('12.50', 'EUR') });
  });

  it('is not its own over another amount, whatever the shop says', async () => {
    await earlier(id, EARLIER[0]![1], { amount: 995 });
    expect(await failure({ adoptExisting: true })).toMatchObject({ code: 'ORDER_CONFLICT' });
    expect(await find()).toMatchObject({ serviceOrderId: id, paid: false, attention: null });
  });

  it.each([
    ['at once', 0, 0],
    ['an hour later', HOUR, 0],
    ['a month later', 30 * DAY, 0],
    ['from a service whose clock is ten hours behind', 0, -10 * HOUR],
    ['from a service whose clock is ten hours ahead', 0, 10 * HOUR],
  ])('is not what a lost answer looks like: found %s, the order is adopted', async (_title, laterMs, skewMs) => {
    there.set(here.now() + skewMs);
    service.sandbox.faults.next('create', 'response-lost', 2);
    service.sandbox.faults.next('read', 'reset', 20);
    expect(await failure()).toMatchObject({ execution: 'unknown' });
    service.sandbox.faults.clear();
    await service.sandbox.pay(id);
    pass(laterMs);
    expect(await failure()).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
    expect(await find()).toMatchObject({ serviceOrderId: id, paid: true, attention: null });
    there.set(here.now());
  });
});
