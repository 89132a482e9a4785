import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { isPaymentError, Money, type CreateOrderInput, type PaymentError } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { CANARY_MARKER, canaryKey } from '../support/canary.js';
import {
  json,
  refusal,
  reset,
  ScriptedService,
  silence,
  stalledBody,
  type Reply,
} from '../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

const PAYMENT_URL = 'http://localhost:4000/pay/1';

describe('creating an order', () => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const group = { ...web!, baseUrl: service.url, timeoutMs: 1_000 };
    const viaQuery = { ...group, name: 'query', apiKeyIn: 'query' as const, apiKeys: [canaryKey('query')] };
    const queryUrl = { notificationUrl: 'http://localhost:3000/payments/notifications/query' };
    shop = await startShop({ options: { workers: 'off', terminalGroups: [group, { ...viaQuery, ...queryUrl }] } });
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const newOrder = (change: Partial<CreateOrderInput> = {}): CreateOrderInput => ({
    orderId: randomUUID(),
    amount: Money.of('12.50', 'EUR'),
    description: 'Two mugs',
    redirectUrl: 'http://localhost:3000/return',
    ...change,
  });
  const create = (input: CreateOrderInput) => shop.payments.group('web').orders.create(input);
  const accepted: Reply = (response, call) => {
    const { order_id } = JSON.parse(call.body) as { order_id: string };
    json(200, { success: true, data: { order_id, session_id: 's1', payment_url: PAYMENT_URL } })(response, call);
  };
  /** What a get-order answers about an order that exists at the service. */
  const existing =
    (orderId: string, fields: Record<string, unknown> = {}): Reply =>
    (response, call) =>
      json(200, {
        success: true,
        data: orderBody({ orderId, amount: 1250, status: 'initialized', transactionId: null, at: Date.now(), fields }),
      })(response, call);

  async function failureOf(input: CreateOrderInput): Promise<PaymentError> {
    const error: unknown = await create(input).then(
      () => new Error('it succeeded'),
      (failure: unknown) => failure,
    );
    if (!isPaymentError(error)) throw error as Error;
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + String(error.stack);
    expect(shown).not.toContain(CANARY_MARKER);
    return error;
  }

  it('sends it once, with the key in a header, and answers the payment page', async () => {
    service.script(accepted);
    const order = await create(newOrder({ orderId: 'FIRST-1' }));
    expect(order).toMatchObject({ orderId: 'FIRST-1', paymentUrl: PAYMENT_URL, createState: 'created', paid: false });
    expect(service.log).toEqual(['POST /v1/json/orders']);
    const [call] = service.calls;
    expect(call!.headers['api_key']).toBe(shop.key);
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'redirect',
      order_id: 'FIRST-1',
      amount: 1250,
      currency: 'EUR',
      payment_options: {
        notification_url: 'http://localhost:3000/payments/notifications/web',
        notification_method: 'POST',
        redirect_url: 'http://localhost:3000/return',
      },
    });
  });

  it('puts the key into the query for a group that asks for it (spec §5.1)', async () => {
    service.script(accepted);
    await shop.payments.group('query').orders.create(newOrder());
    expect(service.log).toEqual([`POST /v1/json/orders?api_key=${canaryKey('query')}`]);
    expect(service.calls[0]!.headers['api_key']).toBeUndefined();
  });

  it('answers the open payment page when the same order is asked for again', async () => {
    const input = newOrder();
    service.script(accepted);
    const [first, second] = [await create(input), await create(input)];
    expect(second.paymentUrl).toBe(first.paymentUrl);
    expect(service.calls).toHaveLength(1);
  });

  it('refuses another amount under the same id', async () => {
    const input = newOrder();
    service.script(accepted);
    await create(input);
    expect(await failureOf({ ...input, amount: Money.of('99', 'EUR') })).toMatchObject({ code: 'ORDER_CONFLICT' });
    expect(service.calls).toHaveLength(1);
  });

  it('refuses an order that is already paid, or has ended', async () => {
    for (const [status, code] of [
      ['completed', 'ORDER_ALREADY_PAID'],
      ['cancelled', 'ORDER_CLOSED'],
    ]) {
      const input = newOrder();
      service.script(
        accepted,
        json(200, { success: true, data: orderBody({ orderId: input.orderId, amount: 1250, status, at: Date.now() }) }),
      );
      await create(input);
      await shop.payments.orders.settle(input.orderId);
      expect(await failureOf(input)).toMatchObject({ code });
    }
  });

  it('lists every fault and leaves nothing behind when the service would refuse it', async () => {
    service.script();
    const error = await failureOf(newOrder({ orderId: 'BAD-1', description: '<b>x</b>', var1: 'x'.repeat(101) }));
    expect(error).toMatchObject({ code: 'ORDER_INVALID', execution: 'not-executed' });
    expect(error.message).toContain('description');
    expect(error.message).toContain('var1');
    expect(await shop.payments.orders.find('BAD-1')).toBeNull();
    expect(service.calls).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['the answer is lost', reset],
    ['the service never answers', silence],
    ['the answer stalls half-way', stalledBody],
    ['a proxy answers with a page', json(502, '<html>Bad gateway</html>')],
    ['the id is said to be used', refusal(1006)],
  ])('reads the order when %s, and goes on with what was created', async (_title, reply) => {
    const input = newOrder();
    service.script(reply, existing(input.orderId, { payment_url: PAYMENT_URL }));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
    expect(service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it('does not take over an order of the same id that is not the same order', async () => {
    const input = newOrder();
    service.script(refusal(1006), existing(input.orderId, { amount: 1 }));
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_CONFLICT' });
  });

  it('says that the outcome is unknown when nothing can be read either, and repairs it on the next try', async () => {
    const input = newOrder();
    service.script(reset, reset, reset, reset);
    expect(await failureOf(input)).toMatchObject({ code: 'NETWORK', execution: 'unknown', retry: 'reconcile-first' });
    expect(await shop.payments.orders.find(input.orderId)).toMatchObject({ createState: 'creating' });
    service.script(refusal(1006), accepted);
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
    expect(service.log).toEqual([`GET /v1/json/orders/${input.orderId}`, 'POST /v1/json/orders']);
  });

  it('is not confused by a button pressed twice', async () => {
    const input = newOrder();
    // The service does not tell the payment page again (spec §2.2): whoever does not wait for it never learns it.
    service.script(accepted, refusal(1006), existing(input.orderId));
    const [first, second] = await Promise.all([create(input), create(input)]);
    expect([first.paymentUrl, second.paymentUrl]).toEqual([PAYMENT_URL, PAYMENT_URL]);
    expect(service.log).toEqual(['POST /v1/json/orders']);
  });

  it('lets a failed call be followed by the next in line', async () => {
    const input = newOrder();
    service.script(refusal(1032, 401), refusal(1006), accepted);
    const [first, second] = await Promise.allSettled([create(input), create(input)]);
    expect(first).toMatchObject({ status: 'rejected', reason: { code: 'SERVICE_1032' } });
    expect(second).toMatchObject({ status: 'fulfilled', value: { paymentUrl: PAYMENT_URL } });
  });

  it('answers the payment page that another replica got for the same order meanwhile', async () => {
    const input = newOrder();
    const afterTheOther =
      (reply: Reply): Reply =>
      (response, call) => {
        const change = `create_state = 'created', payment_url = '${PAYMENT_URL}'`;
        const stored = shop.dataSource.query(
          `UPDATE tillbridge_order SET ${change} WHERE order_id = '${input.orderId}'`,
        );
        void stored.then(() => reply(response, call));
      };
    service.script(afterTheOther(refusal(1006)), existing(input.orderId));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
  });

  it('answers an accepted order that has no payment page when it is asked for again', async () => {
    const input = newOrder({ type: 'direct', gateway: 'BANKTRANS' });
    const pageless = json(200, { success: true, data: { order_id: input.orderId } });
    service.script(pageless, existing(input.orderId));
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: null });
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: null });
    expect(service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it.each<[string, Reply]>([
    ['without a code', json(404, { message: 'Not found' })],
    ['with the code of an unknown message', refusal(1000)],
  ])('sends what never arrived when the service says so %s', async (_title, notFound) => {
    const input = newOrder();
    service.script(reset, reset, reset, reset);
    await failureOf(input);
    service.script(notFound, accepted);
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
  });

  it.each([
    ['paid', 'completed', 'ORDER_ALREADY_PAID'],
    ['ended', 'expired', 'ORDER_CLOSED'],
  ])('finds out that an order of unknown outcome has been %s', async (_title, status, code) => {
    const input = newOrder();
    service.script(reset, existing(input.orderId, { status, financial_status: status, payment_url: PAYMENT_URL }));
    expect(await failureOf(input)).toMatchObject({ code });
    expect(service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it('names the group’s notification URL also when the caller leaves his undefined', async () => {
    service.script(accepted);
    await create({ ...newOrder(), ...({ notificationUrl: undefined } as object) });
    expect(JSON.parse(service.calls[0]!.body)).toMatchObject({
      payment_options: { notification_url: 'http://localhost:3000/payments/notifications/web' },
    });
  });

  it('does not answer an order of another mode (scenario C3)', async () => {
    const input = newOrder();
    service.script(accepted);
    await create(input);
    await shop.dataSource.query(`UPDATE tillbridge_order SET mode = 'live' WHERE order_id = '${input.orderId}'`);
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_CONFLICT' });
  });

  it.each<[string, Reply, object]>([
    ['a wrong key', refusal(1032, 401), { code: 'SERVICE_1032', kind: 'configuration', execution: 'not-executed' }],
    ['a refusal under status 200', refusal(1001, 200), { code: 'SERVICE_1001', execution: 'not-executed' }],
    [
      'a redirect, which is not followed',
      (r) => void r.writeHead(302, { location: '/x' }).end(),
      { execution: 'unknown' },
    ],
  ])('turns %s into a typed error', async (_title, reply, expected) => {
    const input = newOrder();
    service.script(reply, refusal(1006));
    expect(await failureOf(input)).toMatchObject({ ...expected, group: 'web', orderId: input.orderId });
  });

  it('says that nothing was sent when nobody listens', async () => {
    const [web] = shopOptions().terminalGroups;
    const lonely = await startShop({ options: { workers: 'off', terminalGroups: [web!] } });
    try {
      const error: unknown = await lonely.payments
        .group('web')
        .orders.create(newOrder({ orderId: 'N-1' }))
        .catch((e: unknown) => e);
      expect(error).toMatchObject({ code: 'NETWORK', execution: 'not-executed', retry: 'backoff' });
      expect(await lonely.payments.orders.find('N-1')).toMatchObject({ createState: 'failed' });
    } finally {
      await lonely.close();
    }
  });

  describe('the return page', () => {
    it('settles an order with one read, however many pages are open', async () => {
      const input = newOrder();
      const paid = orderBody({ orderId: input.orderId, amount: 1250, at: Date.now() });
      service.script(
        accepted,
        json(200, JSON.stringify({ success: true, data: paid }).replace('"1756720780000123"', '17472052901237123456')),
      );
      await create(input);
      const orders = await Promise.all(Array.from({ length: 5 }, () => shop.payments.orders.settle(input.orderId)));
      expect(orders.every((order) => order.paid)).toBe(true);
      expect(orders[0]).toMatchObject({ transactionId: '17472052901237123456' });
      expect(service.log.filter((line) => line.startsWith('GET'))).toHaveLength(1);
      await shop.payments.orders.settle(input.orderId);
      expect(service.log.filter((line) => line.startsWith('GET'))).toHaveLength(1);
    });

    it('leaves the order as it is while the service cannot be asked', async () => {
      const input = newOrder();
      service.script(accepted, reset, reset, reset);
      await create(input);
      expect(await shop.payments.orders.settle(input.orderId)).toMatchObject({ paid: false, status: null });
    });

    it('says plainly when there is no such order', async () => {
      await expect(shop.payments.orders.settle('NOBODY')).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
    });
  });
});
