import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startReceiver, type ReceivedRequest, type Receiver } from './support/receiver.js';
import { ORDER, startService, WEB_KEY, type Service } from './support/service.js';

const QUARTER_MS = 900_000;
const ID = ORDER.order_id;

let receiver: Receiver;
let site: Receiver;
let service: Service;
const services: Service[] = [];

/** A sandbox whose site-level address is `site`. */
async function start(options: Parameters<typeof startService>[0] = {}): Promise<Service> {
  const terminalGroups = [{ name: 'web', apiKey: WEB_KEY, notificationUrl: `${site.url}/site?from=dashboard` }];
  service = await startService({ terminalGroups, ...options });
  services.push(service);
  return service;
}

/** The signature of a captured request, recomputed from the bytes on the wire alone (spec §5). */
function recomputed(request: ReceivedRequest): string {
  const [timestamp] = Buffer.from(String(request.headers['auth']), 'base64').toString('latin1').split(':', 1);
  const mac = createHmac('sha512', WEB_KEY).update(`${timestamp}:`).update(request.body).digest('hex');
  return Buffer.from(`${timestamp}:${mac}`).toString('base64');
}

const orderIn = (request: ReceivedRequest | undefined): Record<string, unknown> =>
  JSON.parse(String(request?.body.toString('utf8')));
const withUrl = (path = '/order'): Record<string, unknown> => ({
  payment_options: { notification_url: receiver.url + path, notification_method: 'POST' },
});

beforeEach(async () => {
  [receiver, site] = await Promise.all([startReceiver(), startReceiver()]);
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((each) => each.close()));
  await Promise.all([receiver.close(), site.close()]);
});

describe('a notification by POST', () => {
  it('carries the order, signed over exactly the bytes on the wire', async () => {
    await start();
    await service.create({ ...withUrl(), description: 'Café ☕ 10€ a/b', customer: { first_name: '李' } });
    await service.sandbox.pay(ID);
    const requests = await receiver.received(2);
    for (const request of requests) expect(request.headers['auth']).toBe(recomputed(request));
    const [created, paid] = requests;
    expect(created).toMatchObject({ method: 'POST', path: '/order' });
    expect(created?.headers).toMatchObject({ 'content-type': 'application/json', 'x-sandbox': '1' });
    expect(paid?.body.toString('utf8')).toContain('"description":"Café ☕ 10€ a/b"');
    expect([orderIn(created)['status'], orderIn(paid)['status']]).toEqual(['initialized', 'completed']);
    expect(site.requests).toEqual([]);
  });

  it('is, byte for byte, what get-order answers as data once the page is closed', async () => {
    await start();
    await service.create(withUrl());
    await service.sandbox.pay(ID);
    const [, paid] = await receiver.received(2);
    expect((await service.get(ID)).text).toBe(`{"success":true,"data":${String(paid?.body)}}`);
  });

  it('says in its query which order it is about and when it was sent, behind a query that is there already', async () => {
    await start();
    await service.create(withUrl('/order?type=notification'));
    const [created] = await receiver.received(1);
    const seconds = String(service.clock.now() / 1_000);
    expect([...(created?.query ?? [])]).toEqual([
      ['type', 'notification'],
      ['transactionid', ID],
      ['timestamp', seconds],
    ]);
    expect(Buffer.from(String(created?.headers['auth']), 'base64').toString()).toMatch(new RegExp(`^${seconds}:`));
  });

  it.each([
    ['decline', 'declined', true],
    ['cancel', 'cancelled', true],
    ['leave', 'cancelled', false],
  ] as const)('tells of every ending: %s', async (ending, status, hasTransaction) => {
    await start();
    await service.create(withUrl());
    await service.sandbox[ending](ID);
    const [, request] = await receiver.received(2);
    expect(orderIn(request)).toMatchObject({ order_id: ID, status, financial_status: status, amount: 4599 });
    expect('transaction_id' in orderIn(request)).toBe(hasTransaction);
  });

  it('tells of a second try with a transaction of its own', async () => {
    await start();
    await service.create(withUrl());
    await service.sandbox.decline(ID);
    await service.sandbox.pay(ID, { method: 'VISA' });
    const [, declined, paid] = (await receiver.received(3)).map((request) => orderIn(request));
    expect(paid).toMatchObject({ status: 'completed', payment_details: { type: 'VISA', last4: '1111' } });
    expect(paid?.['transaction_id']).not.toBe(declined?.['transaction_id']);
  });

  it('tells of an order that nobody paid in time, and of the late payment after it', async () => {
    await start();
    await service.create({ ...withUrl(), seconds_active: 60 });
    service.clock.advance(60_000);
    await service.sandbox.runDue();
    await service.sandbox.idle();
    await service.sandbox.pay(ID);
    const statuses = (await receiver.received(3)).map((request) => orderIn(request)['status']);
    expect(statuses).toEqual(['initialized', 'expired', 'completed']);
  });
});

describe('a notification by GET', () => {
  it('has the query only: no body and no signature', async () => {
    await start();
    await service.create({ payment_options: { notification_url: receiver.url, notification_method: 'GET' } });
    const [request] = await receiver.received(1);
    expect(request).toMatchObject({ method: 'GET', path: '/', body: Buffer.alloc(0) });
    expect(request?.query.get('transactionid')).toBe(ID);
    expect(request?.headers).not.toHaveProperty('auth');
  });
});

describe('the address', () => {
  it("is the site's when the order has none", async () => {
    await start();
    await service.create();
    const [request] = await site.received(1);
    expect(request?.query.get('from')).toBe('dashboard');
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ level: 'site', verdict: 'acknowledged' }]);
  });

  it("is the site's at once when the order's own fails, in the same round", async () => {
    await start();
    receiver.reply = { status: 500 };
    await service.create(withUrl());
    await site.received(1);
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([
      { level: 'order', verdict: 'refused', status: 500, trigger: 'first' },
      { level: 'site', verdict: 'acknowledged', status: 200, trigger: 'first' },
    ]);
    expect(await service.sandbox.runDue()).toBe(0);
  });

  it('may be nowhere: then nothing is sent and nothing waits', async () => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    await service.create();
    await service.sandbox.pay(ID);
    expect(await service.sandbox.deliveries(ID)).toEqual([]);
    expect(await service.sandbox.runDue()).toBe(0);
  });
});

describe('an unacknowledged notification', () => {
  it('is resent three times, a quarter of an hour apart, each time with a new timestamp', async () => {
    await start();
    receiver.reply = { status: 503 };
    site.reply = { body: 'not today' };
    await service.create(withUrl());
    await service.sandbox.idle();
    for (const round of [2, 3, 4]) {
      service.clock.advance(QUARTER_MS - 1);
      expect(await service.sandbox.runDue()).toBe(0);
      service.clock.advance(1);
      expect(await service.sandbox.runDue()).toBe(2);
      expect(receiver.requests).toHaveLength(round);
    }
    service.clock.advance(10 * QUARTER_MS);
    expect(await service.sandbox.runDue()).toBe(0);
    expect(new Set(receiver.requests.map(({ query }) => query.get('timestamp'))).size).toBe(4);
    for (const request of receiver.requests) expect(request.headers['auth']).toBe(recomputed(request));
    const triggers = (await service.sandbox.deliveries(ID)).map(({ trigger, level }) => `${trigger} ${level}`);
    const resends = Array.from({ length: 3 }, () => ['resend order', 'resend site']).flat();
    expect(triggers).toEqual(['first order', 'first site', ...resends]);
  });

  it('is not resent any more once it was acknowledged', async () => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { status: 503 };
    await service.create(withUrl());
    await service.sandbox.idle();
    receiver.reply = {};
    service.clock.advance(QUARTER_MS);
    expect(await service.sandbox.runDue()).toBe(1);
    service.clock.advance(QUARTER_MS);
    expect(await service.sandbox.runDue()).toBe(0);
  });

  it('carries the order as it is when it is sent', async () => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { status: 503 };
    await service.create(withUrl());
    await service.sandbox.pay(ID);
    service.clock.advance(QUARTER_MS);
    await service.sandbox.runDue();
    const statuses = receiver.requests.map((request) => orderIn(request)['status']);
    expect(statuses).toEqual(['initialized', 'completed', 'completed', 'completed']);
  });

  it('follows another plan when it is told so', async () => {
    await start({ deliveryPlan: { resends: 1, intervalMs: 1_000 } });
    receiver.reply = site.reply = { status: 500 };
    await service.create(withUrl());
    await service.sandbox.idle();
    service.clock.advance(1_000);
    expect([await service.sandbox.runDue(), await service.sandbox.runDue()]).toEqual([2, 0]);
  });

  it('waits for the clock when nothing is to leave by itself', async () => {
    await start({ autoDeliver: false });
    await service.create(withUrl());
    await service.sandbox.pay(ID);
    await service.sandbox.idle();
    expect(receiver.requests).toEqual([]);
    expect(await service.sandbox.runDue()).toBe(2);
  });
});

describe('a reply', () => {
  it.each([
    ['OK', { body: 'OK' }, 'acknowledged'],
    ['ok in small letters, with white space', { body: ' ok\n' }, 'acknowledged'],
    ['a page with >OK<', { body: '<p>OK</p>' }, 'acknowledged'],
    ['JSON with "OK"', { body: '{"status":"OK"}' }, 'acknowledged'],
    ['the service mark', { body: 'x SERVICE_OK x' }, 'acknowledged'],
    ['nothing', { body: '' }, 'refused'],
    ['another word', { body: 'fine' }, 'refused'],
    ['201', { status: 201 }, 'refused'],
    ['204', { status: 204, body: '' }, 'refused'],
    ['401', { status: 401 }, 'refused'],
    ['503', { status: 503 }, 'refused'],
    ['more than 64 KiB', { body: `OK${'.'.repeat(64 * 1024)}OK` }, 'oversized'],
  ])('of %s is judged', async (_, reply, verdict) => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = reply;
    await service.create(withUrl());
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ verdict }]);
  });

  it('is judged strictly when it is told so', async () => {
    await start({ acknowledgement: 'strict', terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { body: 'all OK' };
    await service.create(withUrl());
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'refused', response: 'all OK' }]);
  });

  it('that is a redirect is not followed', async () => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { status: 302, headers: { Location: `${site.url}/elsewhere` } };
    await service.create(withUrl());
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'refused', status: 302 }]);
    expect(site.requests).toEqual([]);
  });

  it('is not waited for without end', async () => {
    await start({ notificationTimeoutMs: 50, terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { silent: true };
    await service.create(withUrl());
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'timeout', status: null, response: null }]);
  });

  it('may be missing because nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => void closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    await service.create({ payment_options: { notification_url: `http://127.0.0.1:${port}/` } });
    await service.sandbox.idle();
    expect(await service.sandbox.deliveries(ID)).toMatchObject([{ verdict: 'unreachable' }]);
  });
});

describe('the history of an order', () => {
  it('shows each request and reply: what was sent, what came back, how long it took', async () => {
    await start();
    receiver.reply = { body: `OK ${'x'.repeat(5_000)} ${WEB_KEY}` };
    await service.create(withUrl());
    const [request] = await receiver.received(1);
    await service.sandbox.idle();
    const [delivery, ...others] = await service.sandbox.deliveries(ID);
    expect(others).toEqual([]);
    expect(delivery).toEqual({
      id: expect.any(String),
      notificationId: expect.any(String),
      orderId: ID,
      group: 'web',
      cause: 'created',
      trigger: 'first',
      level: 'order',
      method: 'POST',
      url: `${receiver.url}/order?transactionid=${ID}&timestamp=${service.clock.now() / 1_000}`,
      headers: expect.objectContaining({ Auth: request?.headers['auth'], 'Content-Type': 'application/json' }),
      body: request?.body.toString('utf8'),
      timestamp: service.clock.now() / 1_000,
      at: service.clock.now(),
      durationMs: expect.any(Number),
      status: 200,
      response: `OK ${'x'.repeat(1_021)}`,
      verdict: 'acknowledged',
    });
  });

  it('never holds the key, even when the shop sends it back', async () => {
    await start();
    receiver.reply = { body: `OK you signed with ${WEB_KEY}` };
    await service.create(withUrl());
    await service.sandbox.idle();
    const [delivery] = await service.sandbox.deliveries(ID);
    expect(delivery?.response).toBe('OK you signed with [redacted]');
    expect(JSON.stringify(delivery)).not.toContain(WEB_KEY);
  });

  it('is refused for an order that is not there', async () => {
    await start();
    await expect(service.sandbox.deliveries('nowhere')).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
  });
});

describe('a resend by hand', () => {
  it('sends the same order again with a new timestamp, also within the same second', async () => {
    await start();
    await service.create(withUrl());
    await service.sandbox.pay(ID);
    const [, paid] = await service.sandbox.deliveries(ID);
    const again = await Promise.all(Array.from({ length: 5 }, () => service.sandbox.resend(paid?.id ?? '')));
    expect(again.map(({ trigger, verdict }) => [trigger, verdict])).toEqual(
      again.map(() => ['manual', 'acknowledged']),
    );
    const requests = (await receiver.received(7)).slice(1);
    expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1);
    expect(new Set(requests.map(({ query }) => query.get('timestamp'))).size).toBe(6);
    for (const request of requests) expect(request.headers['auth']).toBe(recomputed(request));
  });

  it('ends the resends by the plan when it is acknowledged, and leaves them alone when not', async () => {
    await start({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
    receiver.reply = { status: 500 };
    await service.create(withUrl());
    await service.sandbox.idle();
    const [first] = await service.sandbox.deliveries(ID);
    expect(await service.sandbox.resend(first?.id ?? '')).toMatchObject({ verdict: 'refused' });
    service.clock.advance(QUARTER_MS);
    expect(await service.sandbox.runDue()).toBe(1);
    receiver.reply = {};
    expect(await service.sandbox.resend(first?.id ?? '')).toMatchObject({ verdict: 'acknowledged' });
    service.clock.advance(QUARTER_MS);
    expect(await service.sandbox.runDue()).toBe(0);
  });

  it('is refused for a delivery that never was', async () => {
    await start();
    await expect(service.sandbox.resend('nothing')).rejects.toMatchObject({ code: 'DELIVERY_UNKNOWN' });
  });
});

describe('notifications of one order', () => {
  it('are sent one after the other, while those of others go on', async () => {
    await start();
    receiver.reply = ({ query }) => ({ silent: query.get('transactionid') === 'slow' });
    await service.create({ ...withUrl(), order_id: 'slow' });
    await receiver.received(1);
    const waiting = service.sandbox.pay('slow');
    await service.create({ ...withUrl(), order_id: 'quick' });
    await service.sandbox.pay('quick');
    expect(receiver.requests.map(({ query }) => query.get('transactionid'))).toEqual(['slow', 'quick', 'quick']);
    await service.close();
    await waiting.catch(() => undefined);
    services.splice(0);
  });
});

describe('a slow shop', () => {
  it('does not hold up the answer to its own create call', async () => {
    await start();
    receiver.reply = { silent: true };
    expect((await service.create(withUrl())).json.success).toBe(true);
    await receiver.received(1);
  });
});
