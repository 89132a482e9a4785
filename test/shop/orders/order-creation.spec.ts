import { describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { canaryKey } from '../../support/canary.js';
import { accepted, existing, newOrder, OrderStage, PAYMENT_URL } from '../../support/order-stage.js';
import { json, refusal, reset, silence, stalledBody, type Reply } from '../../support/scripted-service.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { shopOptions, startShop } from '../../support/shop-host.js';

describe('creating an order', () => {
  const stage = new OrderStage();
  const { create, failureOf, unanswered } = stage;

  it('sends it once, with the key in a header, and answers the payment page', async () => {
    stage.service.script(accepted);
    const order = await create(newOrder({ orderId: 'FIRST-1' }));
    expect(order).toMatchObject({ orderId: 'FIRST-1', paymentUrl: PAYMENT_URL, createState: 'created', paid: false });
    expect(stage.service.log).toEqual(['POST /v1/json/orders']);
    const [call] = stage.service.calls;
    expect(call!.headers['api_key']).toBe(stage.shop.key);
    expect(JSON.parse(call!.body)).toMatchObject({
      type: 'redirect',
      order_id: 'FIRST-1',
      amount: 1250,
      currency: 'EUR',
      payment_options: {
        notification_url: 'http://localhost:9/payments/notifications/web',
        notification_method: 'POST',
        redirect_url: 'http://localhost:3000/return',
      },
    });
  });

  it('takes one transaction before it is sent and one statement afterwards, which lets go of it, too', async () => {
    stage.service.script(accepted);
    const statements: string[] = [];
    const untap = tapStatements(stage.shop.dataSource, { before: ({ sql }) => void statements.push(sql) });
    await create(newOrder({ orderId: 'COUNT-1' }));
    untap();
    const kind = (sql: string): string => /^(BEGIN|COMMIT|UPDATE|INSERT|SELECT)/.exec(sql)?.[0] ?? sql;
    const made = ['SELECT', 'INSERT', 'SELECT', 'INSERT', 'INSERT', 'UPDATE'];
    expect(statements.map(kind)).toEqual(['BEGIN', ...made, 'COMMIT', 'UPDATE', 'SELECT']);
    const [attempt] = await stage.shop.dataSource.manager.findBy(AttemptEntity, { orderId: 'COUNT-1' });
    expect(attempt).toMatchObject({ createState: 'created', senderToken: null, senderUntil: null });
  });

  it('judges it once and builds it once: what the caller does with its objects afterwards is not sent', async () => {
    const reads: string[] = [];
    const counted = <T extends object>(fields: T): T =>
      new Proxy(fields, { get: (target, name) => (reads.push(String(name)), Reflect.get(target, name)) });
    const customer = { first_name: 'Ann', email: 'ann@shop.example' };
    const gatewayInfo = { issuer_id: '3151' };
    const line = { name: 'Mug', merchantItemId: 'MUG', quantity: 2, unitPrice: '6.25', taxPercent: '0' };
    const cart = { lines: [counted(line)] };
    stage.service.script(accepted);
    const order = { customer: counted(customer), gatewayInfo: counted(gatewayInfo), cart: counted(cart) };
    const creating = create(newOrder({ orderId: 'ONCE-1', ...order }));
    Object.assign(customer, { first_name: 'Bob' });
    Object.assign(gatewayInfo, { issuer_id: '0801' });
    Object.assign(line, { quantity: 1 });
    await creating;
    expect(JSON.parse(stage.service.calls[0]!.body)).toMatchObject({
      customer: { first_name: 'Ann', email: 'ann@shop.example' },
      gateway_info: { issuer_id: '3151' },
      shopping_cart: { items: [{ quantity: 2 }] },
    });
    const times = (name: string): number => reads.filter((read) => read === name).length;
    expect(['first_name', 'issuer_id', 'lines', 'quantity'].map(times)).toEqual([1, 1, 1, 1]);
  });

  it('keeps the fingerprint by which stored orders are known, so that their open page is answered', async () => {
    const price = Money.of('6.25', 'EUR');
    const line = { name: 'Mug', merchantItemId: 'MUG', quantity: 2, unitPriceIncludingTax: price, taxPercent: '21' };
    const input = newOrder({
      gateway: 'IDEAL',
      allowedCountries: ['NL', 'BE'],
      customer: { first_name: 'Ann' },
      cart: { lines: [line], validate: undefined },
      capture: 'manual',
      gatewayInfo: { issuer_id: '3151', other: { since: new Date(0), none: undefined } },
      paymentData: { token: 'x', nested: [1, undefined] },
    });
    stage.service.script(accepted);
    await create(input);
    const { requestFingerprint } = await stage.shop.dataSource.manager.findOneByOrFail(AttemptEntity, {
      orderId: input.orderId,
    });
    expect(requestFingerprint).toBe('2e236749dabcf26bbd9cf5ed7c416a6c5dab9f5273ea2078c3f07dde4ba2cee3');
  });

  it('puts the key into the query for a group that asks for it (spec §5.1)', async () => {
    stage.service.script(accepted);
    await stage.shop.payments.group('query').orders.create(newOrder());
    expect(stage.service.log).toEqual([`POST /v1/json/orders?api_key=${canaryKey('query')}`]);
    expect(stage.service.calls[0]!.headers['api_key']).toBeUndefined();
  });

  it('answers the open payment page when the same order is asked for again', async () => {
    const input = newOrder();
    stage.service.script(accepted);
    const [first, second] = [await create(input), await create(input)];
    expect(second.paymentUrl).toBe(first.paymentUrl);
    expect(stage.service.calls).toHaveLength(1);
  });

  it('refuses an order that is already paid', async () => {
    const input = newOrder();
    const paid = orderBody({ orderId: input.orderId, amount: 1250, at: Date.now() });
    stage.service.script(accepted, json(200, { success: true, data: paid }));
    await create(input);
    await stage.shop.payments.orders.settle(input.orderId);
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
  });

  it('lists every fault and leaves nothing behind when the service would refuse it', async () => {
    stage.service.script();
    const error = await failureOf(newOrder({ orderId: 'BAD-1', description: '<b>x</b>', var1: 'x'.repeat(101) }));
    expect(error).toMatchObject({ code: 'ORDER_INVALID', execution: 'not-executed' });
    expect(error.message).toContain('description');
    expect(error.message).toContain('var1');
    expect(await stage.shop.payments.orders.find('BAD-1')).toBeNull();
    expect(stage.service.calls).toEqual([]);
  });

  it.each<[string, Reply]>([
    ['the answer is lost', reset],
    ['the service never answers', silence],
    ['the answer stalls half-way', stalledBody],
    ['a proxy answers with a page', json(502, '<html>Bad gateway</html>')],
    ['the id is said to be used', refusal(1006)],
  ])('reads the order when %s, and goes on with what was created', async (_title, reply) => {
    const input = newOrder();
    stage.service.script(reply, existing(input.orderId, { payment_url: PAYMENT_URL }));
    const isLate = reply === silence || reply === stalledBody;
    const order = isLate ? await unanswered(() => create(input)) : await create(input);
    expect(order).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
    expect(stage.service.log).toEqual(['POST /v1/json/orders', `GET /v1/json/orders/${input.orderId}`]);
  });

  it('does not take over an order of the same id that is not the same order', async () => {
    const input = newOrder();
    stage.service.script(refusal(1006), existing(input.orderId, { amount: 1 }));
    expect(await failureOf(input)).toMatchObject({ code: 'ORDER_CONFLICT' });
  });

  it('says that the outcome is unknown when nothing can be read either, and repairs it on the next try', async () => {
    const input = newOrder();
    stage.service.script(reset, reset, reset, reset);
    expect(await failureOf(input)).toMatchObject({ code: 'NETWORK', execution: 'unknown', retry: 'reconcile-first' });
    expect(await stage.shop.payments.orders.find(input.orderId)).toMatchObject({ createState: 'creating' });
    stage.service.script(refusal(1006), accepted);
    expect(await create(input)).toMatchObject({ createState: 'created', paymentUrl: PAYMENT_URL });
    expect(stage.service.log).toEqual([`GET /v1/json/orders/${input.orderId}`, 'POST /v1/json/orders']);
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
    stage.service.script(reply, refusal(1006));
    expect(await failureOf(input)).toMatchObject({ ...expected, group: 'web', orderId: input.orderId });
  });

  it('says that nothing was sent when no one listens', async () => {
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
      stage.service.script(
        accepted,
        json(200, JSON.stringify({ success: true, data: paid }).replace('"1756720780000123"', '17472052901237123456')),
      );
      await create(input);
      const orders = await Promise.all(
        Array.from({ length: 5 }, () => stage.shop.payments.orders.settle(input.orderId)),
      );
      expect(orders.every((order) => order.paid)).toBe(true);
      expect(orders[0]).toMatchObject({ transactionId: '17472052901237123456' });
      expect(stage.service.log.filter((line) => line.startsWith('GET'))).toHaveLength(1);
      await stage.shop.payments.orders.settle(input.orderId);
      expect(stage.service.log.filter((line) => line.startsWith('GET'))).toHaveLength(1);
    });

    it('is not set back by an answer that the service gave just before the payment', async () => {
      const input = newOrder();
      const at = Date.now();
      const body = orderBody({ orderId: input.orderId, amount: 1250, at });
      const open = orderBody({ orderId: input.orderId, amount: 1250, status: 'initialized', at });
      const overtaken: Reply = (response, call) => {
        const paid = stage.shop.notify({ orderId: input.orderId, body }).then(() => stage.shop.drain());
        void paid.then(() => json(200, { success: true, data: open })(response, call));
      };
      stage.service.script(accepted, overtaken);
      await create(input);
      expect(await stage.shop.payments.orders.settle(input.orderId)).toMatchObject({ paid: true, status: 'completed' });
    });

    it('leaves the order as it is while the service cannot be asked', async () => {
      const input = newOrder();
      stage.service.script(accepted, reset, reset, reset);
      await create(input);
      expect(await stage.shop.payments.orders.settle(input.orderId)).toMatchObject({ paid: false, status: null });
    });

    it('says plainly when there is no such order', async () => {
      await expect(stage.shop.payments.orders.settle('NOBODY')).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
    });
  });
});
