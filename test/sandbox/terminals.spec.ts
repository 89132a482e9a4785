import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, SandboxModule } from '../../src/sandbox/index.js';
import { call, verdict } from './support/api.js';
import { readEvents, type EventReader } from './support/event-reader.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import {
  ORDER,
  readReply,
  startService,
  TILL_KEY,
  WEB_KEY,
  type Service,
  type ServiceReply,
} from './support/service.js';
import { orderIn } from './support/stage.js';

const TILL = { api_key: TILL_KEY };
const MINUTE_MS = 60_000;
const GROUPS = [
  { name: 'web', apiKey: WEB_KEY, siteId: '9100' },
  {
    name: 'till',
    apiKey: TILL_KEY,
    siteId: '9100',
    terminals: [
      { id: 'desk-1', name: 'Desk' },
      { id: 'desk-2', provider: 'CTAP' as const },
      { id: 'old', active: false },
    ],
  },
];

let service: Service;
const readers: EventReader[] = [];

beforeEach(async () => {
  service = await startService({ terminalGroups: GROUPS });
});
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.close();
  await service.close();
});

const create = (order_id: string, terminal_id = 'desk-1'): Promise<ServiceReply> =>
  service.create({ order_id, gateway: '', gateway_info: { terminal_id } }, TILL);
const cancel = (id: string): Promise<ServiceReply> => call(service, `POST /orders/${id}/cancel`, undefined, TILL);

async function listen(created: ServiceReply, headers: Record<string, string> = {}): Promise<EventReader> {
  const { events_stream_url, events_token } = created.json.data;
  const reader = await readEvents(String(events_stream_url), {
    authorization: `Bearer ${String(events_token)}`,
    ...headers,
  });
  readers.push(reader);
  return reader;
}

describe('the terminals', () => {
  it('are listed with their group, in pages', async () => {
    const reply = JSON.parse((await call(service, 'GET /terminal-groups/2/terminals', undefined, TILL)).text);
    expect(reply).toMatchObject({
      success: true,
      data: [
        { id: 'desk-1', name: 'Desk', provider: 'SMARTPOS', active: true, group_id: 2, country: 'NL' },
        { id: 'desk-2', name: 'desk-2', provider: 'CTAP' },
        { id: 'old', active: false },
      ],
      pager: { limit: 50, page: 1, total_items: 3 },
    });
    expect(reply.data[0].created).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/);
    const second = JSON.parse(
      (await call(service, 'GET /terminals?limit=2&page=2', undefined, { api_key: WEB_KEY })).text,
    );
    expect(second).toMatchObject({ data: [{ id: 'old' }], pager: { limit: 2, page: 2, total_items: 3 } });
  });

  it('of another group are refused in an envelope of their own', async () => {
    const { status, text } = await call(service, 'GET /terminal-groups/1/terminals', undefined, TILL);
    expect([status, text]).toEqual([403, '{"success":false,"error":{"message":"no access"}}']);
  });
});

describe('an order for a terminal', () => {
  it('is answered with an event stream instead of a page', async () => {
    const { data } = (await create('POS-1')).json;
    expect(data).toEqual({
      order_id: 'POS-1',
      session_id: expect.any(String),
      events_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      events_stream_url: `${service.url}/events/stream`,
      events_url: `${service.url.replace('http', 'ws')}/events/`,
    });
    expect(String(data['events_token'])).not.toContain(TILL_KEY);
  });

  it.each([
    ['no one has', 'desk-9', '404 1023'],
    ['is switched off', 'old', '404 1023'],
    ['has a name without end', 'x'.repeat(51), '404 1023'],
  ])('is refused when the terminal %s', async (_, terminal, expected) => {
    expect(verdict(await create('POS-1', terminal))).toBe(expected);
  });

  it('is refused while the terminal is busy, and taken by the one beside it', async () => {
    await create('POS-1');
    expect(verdict(await create('POS-2'))).toBe('404 1021');
    expect(verdict(await create('POS-2', 'desk-2'))).toBe('ok');
    await service.sandbox.pay('POS-1');
    expect(verdict(await create('POS-3'))).toBe('ok');
  });

  it('survives a soft decline: the next card is a new transaction, and the till waits for it', async () => {
    await create('POS-1');
    service.clock.advance(MINUTE_MS - 1);
    const declined = await service.sandbox.decline('POS-1', { method: 'MAESTRO' });
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject({ status: 'declined', reason_code: '4004' });
    service.clock.advance(MINUTE_MS - 1);
    const paid = await service.sandbox.pay('POS-1', { method: 'MAESTRO' });
    expect(paid.transactionId).not.toBe(declined.transactionId);
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject({
      status: 'completed',
      reason_code: '',
      payment_details: { terminal_id: 'desk-1', type: 'MAESTRO' },
    });
  });

  it('lapses after a minute without activity: then no one knows it any more', async () => {
    await create('POS-1');
    service.clock.advance(MINUTE_MS - 1);
    expect((await service.get('POS-1', TILL)).status).toBe(200);
    service.clock.advance(1);
    expect(verdict(await service.get('POS-1', TILL))).toBe('404 1006');
    expect(verdict(await cancel('POS-1'))).toBe('404 1006');
    expect(await service.sandbox.order('POS-1')).toMatchObject({ status: 'expired' });
    expect(verdict(await create('POS-2'))).toBe('ok');
  });

  it('is cancelled with a call of its own, which answers a session without any id', async () => {
    await create('POS-1');
    expect(verdict(await call(service, 'PATCH /orders/POS-1', { status: 'cancelled' }, TILL))).toBe('404 1006');
    const { data } = (await cancel('POS-1')).json;
    expect(data).toMatchObject({
      status: 'canceled',
      financial_status: null,
      payment_details: {},
      payment_methods: null,
    });
    expect(data).not.toHaveProperty('order_id');
    expect(await cancel('POS-1')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
  });

  it('is the only kind that is cancelled so', async () => {
    await service.create({ order_id: 'web-1' }, TILL);
    expect(await cancel('web-1')).toMatchObject({ status: 403, text: '{"message":"Forbidden"}' });
    expect(verdict(await cancel('nowhere'))).toBe('404 1006');
  });
});

describe('a tip', () => {
  const refund = (amount: number): Promise<ServiceReply> =>
    call(service, 'POST /orders/POS-1/refunds', { currency: 'EUR', amount }, TILL);
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  it('makes the paid amount larger than what was asked, wherever it is shown', async () => {
    const payment_options = { notification_url: `${receiver.url}/order`, notification_method: 'POST' };
    await service.create({ order_id: 'POS-1', gateway_info: { terminal_id: 'desk-1' }, payment_options }, TILL);
    expect(await service.sandbox.pay('POS-1', { method: 'MAESTRO', tip: 401 })).toMatchObject({ amount: 5_000 });
    const paid = { amount: 5_000, amount_refunded: 0, payment_methods: [{ type: 'MAESTRO', amount: 5_000 }] };
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject(paid);
    expect(orderIn(receiver.requests.at(-1))).toMatchObject(paid);
    const { text } = await call(service, 'GET /transactions', undefined, TILL);
    expect(JSON.parse(text).data).toMatchObject([{ order_id: 'POS-1', amount: 5_000 }]);
  });

  it('is given back like the rest of the money, and no more than that', async () => {
    await create('POS-1');
    await service.sandbox.pay('POS-1', { tip: 401 });
    expect(verdict(await refund(5_001))).toBe('404 1034');
    expect(verdict(await refund(5_000))).toBe('ok');
  });

  it('comes with the card that pays, after one that was refused', async () => {
    await create('POS-1');
    await service.sandbox.decline('POS-1');
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject({ amount: 4_599 });
    expect(await service.sandbox.pay('POS-1', { tip: 1 })).toMatchObject({ amount: 4_600 });
  });

  it('comes on top of the rest, where a gift card has paid a part', async () => {
    await create('POS-1');
    await service.sandbox.pay('POS-1', { method: 'VVVGIFTCARD', amount: 1_000 });
    await service.sandbox.pay('POS-1', { method: 'VISA', tip: 401 });
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject({
      amount: 5_000,
      payment_methods: [
        { type: 'COUPON', amount: 1_000 },
        { type: 'VISA', amount: 4_000 },
      ],
    });
  });

  it('comes with a transfer that was open already', async () => {
    const gateway_info = { terminal_id: 'desk-1' };
    await service.create({ order_id: 'POS-1', type: 'direct', gateway: 'BANKTRANS', gateway_info }, TILL);
    await service.sandbox.pay('POS-1', { tip: 401 });
    const { data } = (await service.get('POS-1', TILL)).json;
    expect(data).toMatchObject({ amount: 5_000, payment_methods: [{ type: 'BANKTRANS', amount: 5_000 }] });
  });

  it('is reserved with the rest', async () => {
    const fields = { gateway: 'VISA', gateway_info: { terminal_id: 'desk-1' }, capture: 'manual' };
    await service.create({ order_id: 'POS-1', ...fields }, TILL);
    await service.sandbox.pay('POS-1', { tip: 401 });
    expect((await service.get('POS-1', TILL)).json.data).toMatchObject({
      amount: 5_000,
      financial_status: 'initialized',
      payment_details: { capture_remain: 5_000 },
    });
  });

  it.each([[0], [-1], [0.5], [Number.NaN]])('of %d is none', async (tip) => {
    await create('POS-1');
    await expect(service.sandbox.pay('POS-1', { tip })).rejects.toMatchObject({ code: 'OUTCOME_IMPOSSIBLE' });
    expect(await service.sandbox.order('POS-1')).toMatchObject({ status: 'initialized', amount: 4_599 });
  });

  it('is nothing for a web shop, for a part of the money, or for an order that is paid', async () => {
    const impossible = { code: 'OUTCOME_IMPOSSIBLE' };
    await service.create({ order_id: 'web-1' }, TILL);
    await expect(service.sandbox.pay('web-1', { tip: 100 })).rejects.toMatchObject(impossible);
    await create('POS-1');
    await expect(service.sandbox.pay('POS-1', { tip: 100, amount: 1_000 })).rejects.toMatchObject(impossible);
    await service.sandbox.pay('POS-1');
    await expect(service.sandbox.pay('POS-1', { tip: 100 })).rejects.toMatchObject(impossible);
    expect(await service.sandbox.order('POS-1')).toMatchObject({ amount: 4_599 });
    expect(await service.sandbox.order('web-1')).toMatchObject({ status: 'initialized', amount: 4_599 });
  });
});

describe('the event stream', () => {
  it('reports each step of a payment, in order, a refused card included', async () => {
    const created = await create('POS-1');
    const reader = await listen(created);
    expect([reader.status, reader.contentType]).toEqual([200, 'text/event-stream; charset=utf-8']);
    await service.sandbox.decline('POS-1');
    const { transactionId } = await service.sandbox.pay('POS-1');
    const events = await reader.received(4);
    expect(events.map(({ data }) => data['status'])).toEqual(['initialized', 'declined', 'initialized', 'completed']);
    expect(events[3]).toMatchObject({
      event: 'session.order',
      data: {
        order_id: 'POS-1',
        session_id: created.json.data['session_id'],
        status: 'completed',
        financial_status: 'completed',
        transaction_id: transactionId,
      },
    });
    const ids = events.map(({ id }) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('takes the token with and without Bearer, and goes on after the last event that was heard', async () => {
    const created = await create('POS-1');
    const authorization = String(created.json.data['events_token']);
    const first = await listen(created, { authorization });
    await service.sandbox.decline('POS-1');
    const [, declined] = await first.received(2);
    first.close();
    await service.sandbox.cancel('POS-1');
    const second = await listen(created, { 'last-event-id': String(declined?.id) });
    const events = await second.received(2);
    expect(events.map(({ data }) => data['status'])).toEqual(['initialized', 'canceled']);
  });

  it('hears nothing of other orders', async () => {
    const reader = await listen(await create('POS-1'));
    await create('POS-2', 'desk-2');
    await service.sandbox.pay('POS-2');
    await service.sandbox.cancel('POS-1');
    const events = await reader.received(2);
    expect(new Set(events.map(({ data }) => data['order_id']))).toEqual(new Set(['POS-1']));
  });

  it('is refused without a token, with a forged one, and with one that is too old', async () => {
    const created = await create('POS-1');
    const token = String(created.json.data['events_token']);
    const [header, payload] = token.split('.');
    const tokens = ['', 'x', TILL_KEY, `${header}.${payload}.AAAA`, `${token}.`, token.toUpperCase()];
    for (const authorization of tokens) expect((await listen(created, { authorization })).status).toBe(401);
    service.clock.advance(12 * MINUTE_MS);
    const late = await listen(created);
    expect([late.status, late.contentType]).toEqual([401, 'application/json; charset=utf-8']);
  });

  it('is reported in the answer of a web order, too', async () => {
    const created = await service.create({ order_id: 'web-1' });
    expect(created.json.data['events_url']).toBe(`${service.url.replace('http', 'ws')}/events/`);
    const reader = await listen(created);
    await service.sandbox.pay('web-1');
    expect((await reader.received(2)).map(({ data }) => data['status'])).toEqual(['initialized', 'completed']);
  });

  it('does not keep the sandbox from closing', async () => {
    const reader = await listen(await create('POS-1'));
    await service.close();
    await reader.ended;
    expect(reader.events).toHaveLength(1);
  });

  it('works in a host on Fastify, which closes all the same', async () => {
    const sandbox = SandboxModule.forRoot({ terminalGroups: GROUPS });
    const module = await Test.createTestingModule({ imports: [sandbox] }).compile();
    const app = module.createNestApplication(new FastifyAdapter(), { logger: ['error'] });
    await app.listen(0, '127.0.0.1');
    const body = JSON.stringify({ ...ORDER, gateway_info: { terminal_id: 'desk-1' } });
    const headers = { ...TILL, 'content-type': 'application/json' };
    const created = await readReply(
      await fetch(`${await app.getUrl()}/v1/json/orders`, { method: 'POST', headers, body }),
    );
    const reader = await listen(created);
    await app.get(Sandbox).pay(ORDER.order_id);
    await reader.received(2);
    await app.close();
    await reader.ended;
    expect(reader.events.map(({ data }) => data['status'])).toEqual(['initialized', 'completed']);
  });
});

describe('what an account can offer', () => {
  const get = (path: string): Promise<ServiceReply> => call(service, `GET ${path}`);
  const idsOf = async (path: string): Promise<unknown[]> =>
    Object.values((await get(path)).json.data).map((item) => (item as { id: unknown }).id);

  it('is told by a key: whose it is', async () => {
    expect((await get('/me')).json.data).toEqual({ account_id: 1_001, role: 'merchant', site_id: 9_100 });
    expect(verdict(await call(service, 'GET /me', undefined, { api_key: `${WEB_KEY}x` }))).toBe('401 1032');
  });

  it('is listed as gateways and as payment methods, by country and currency', async () => {
    expect(await idsOf('/gateways')).toEqual(expect.arrayContaining(['IDEAL', 'VISA', 'PAYPAL']));
    expect(await idsOf('/gateways?country=be')).not.toContain('IDEAL');
    const inDollars = await idsOf('/payment-methods?currency=USD');
    expect(inDollars).toEqual(expect.arrayContaining(['VISA', 'MASTERCARD', 'MAESTRO', 'AMEX', 'PAYPAL', 'BANKTRANS']));
    expect(inDollars).not.toContain('IDEAL');
    const grouped = await idsOf('/payment-methods?currency=USD&group_cards=1');
    expect(grouped).toEqual(expect.arrayContaining(['CREDITCARD', 'PAYPAL', 'BANKTRANS']));
    expect(grouped).not.toContain('VISA');
  });

  it('is shown one by one', async () => {
    expect((await get('/gateways/ideal')).json.data).toEqual({ id: 'IDEAL', description: 'iDEAL' });
    expect((await get('/payment-methods/KLARNA')).json.data).toMatchObject({
      id: 'KLARNA',
      shopping_cart_required: true,
    });
    expect((await get('/payment-methods/IDEAL')).json.data).toMatchObject({
      additional_data: { issuers: expect.arrayContaining([{ bic: 'SANDNL2A', code: '3151', name: 'Test Bank' }]) },
    });
    for (const path of ['/gateways/BARTER', '/payment-methods/BARTER'])
      expect(verdict(await get(path))).toBe('404 1023');
  });
});
