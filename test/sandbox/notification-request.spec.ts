import { describe, expect, it } from '@jest/globals';
import { ID, orderIn, recomputedAuth, useStage, WITHOUT_SITE } from './support/stage.js';

const stage = useStage();

describe('a notification by POST', () => {
  it('carries the order, signed over exactly the bytes on the wire', async () => {
    await stage.start();
    await stage.service.create({ ...stage.withUrl(), description: 'Café ☕ 10€ a/b', customer: { first_name: '李' } });
    await stage.service.sandbox.pay(ID);
    const requests = await stage.receiver.received(2);
    for (const request of requests) expect(request.headers['auth']).toBe(recomputedAuth(request));
    const [created, paid] = requests;
    expect(created).toMatchObject({ method: 'POST', path: '/order' });
    expect(created?.headers).toMatchObject({ 'content-type': 'application/json', 'x-sandbox': '1' });
    expect(paid?.body.toString('utf8')).toContain('"description":"Café ☕ 10€ a/b"');
    expect([orderIn(created)['status'], orderIn(paid)['status']]).toEqual(['initialized', 'completed']);
    expect(stage.site.requests).toEqual([]);
  });

  it('is, byte for byte, what get-order answers as data once the page is closed', async () => {
    await stage.start();
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.pay(ID);
    const [, paid] = await stage.receiver.received(2);
    expect((await stage.service.get(ID)).text).toBe(`{"success":true,"data":${String(paid?.body)}}`);
  });

  it('says in its query which order it is about and when it was sent, behind a query that is there already', async () => {
    await stage.start();
    await stage.service.create(stage.withUrl('/order?type=notification'));
    const [created] = await stage.receiver.received(1);
    const seconds = String(stage.service.clock.now() / 1_000);
    expect([...(created?.query ?? [])]).toEqual([
      ['type', 'notification'],
      ['transactionid', ID],
      ['timestamp', seconds],
    ]);
    expect(Buffer.from(String(created?.headers['auth']), 'base64').toString()).toMatch(new RegExp(`^${seconds}:`));
  });

  it.each([
    ['decline', 'declined', true],
    ['cancel', 'void', true],
    ['leave', 'canceled', false],
  ] as const)('reports every ending: %s', async (ending, status, hasTransaction) => {
    await stage.start();
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox[ending](ID);
    const [, request] = await stage.receiver.received(2);
    expect(orderIn(request)).toMatchObject({ order_id: ID, status, financial_status: status, amount: 4599 });
    expect('transaction_id' in orderIn(request)).toBe(hasTransaction);
  });

  it('reports a second try with a transaction of its own', async () => {
    await stage.start();
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.decline(ID);
    await stage.service.sandbox.pay(ID, { method: 'VISA' });
    const [, declined, paid] = (await stage.receiver.received(3)).map((request) => orderIn(request));
    expect(paid).toMatchObject({ status: 'completed', payment_details: { type: 'VISA', last4: '1111' } });
    expect(paid?.['transaction_id']).not.toBe(declined?.['transaction_id']);
  });

  it('reports an order that no one paid in time, and of the late payment after it', async () => {
    await stage.start();
    await stage.service.create({ ...stage.withUrl(), seconds_active: 60 });
    stage.service.clock.advance(60_000);
    await stage.service.sandbox.runDue();
    await stage.service.sandbox.idle();
    await stage.service.sandbox.pay(ID);
    const statuses = (await stage.receiver.received(3)).map((request) => orderIn(request)['status']);
    expect(statuses).toEqual(['initialized', 'expired', 'completed']);
  });
});

describe('a notification by GET', () => {
  it('has the query only: no body and no signature', async () => {
    await stage.start();
    await stage.service.create({
      payment_options: { notification_url: stage.receiver.url, notification_method: 'GET' },
    });
    const [request] = await stage.receiver.received(1);
    expect(request).toMatchObject({ method: 'GET', path: '/', body: Buffer.alloc(0) });
    expect(request?.query.get('transactionid')).toBe(ID);
    expect(request?.headers).not.toHaveProperty('auth');
  });
});

describe('the address', () => {
  it("is the site's when the order has none", async () => {
    await stage.start();
    await stage.service.create();
    const [request] = await stage.site.received(1);
    expect(request?.query.get('from')).toBe('dashboard');
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([{ level: 'site', verdict: 'acknowledged' }]);
  });

  it("is the site's at once when the order's own fails, in the same round", async () => {
    await stage.start();
    stage.receiver.reply = { status: 500 };
    await stage.service.create(stage.withUrl());
    await stage.site.received(1);
    await stage.service.sandbox.idle();
    expect(await stage.service.sandbox.deliveries(ID)).toMatchObject([
      { level: 'order', verdict: 'refused', status: 500, trigger: 'first' },
      { level: 'site', verdict: 'acknowledged', status: 200, trigger: 'first' },
    ]);
    expect(await stage.service.sandbox.runDue()).toBe(0);
  });

  it('may be nowhere: then nothing is sent and nothing waits', async () => {
    await stage.start(WITHOUT_SITE);
    await stage.service.create();
    await stage.service.sandbox.pay(ID);
    expect(await stage.service.sandbox.deliveries(ID)).toEqual([]);
    expect(await stage.service.sandbox.runDue()).toBe(0);
  });
});
