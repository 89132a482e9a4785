import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ORDER, readReply, startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';
import { canaryKey } from '../support/canary.js';

let service: Service;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('creating an order', () => {
  it('answers with the order id, a session and a payment page below the address it listens on', async () => {
    const reply = await service.create({ order_id: newId() });
    expect(reply.status).toBe(200);
    expect(reply.contentType).toContain('application/json');
    const { order_id, session_id, payment_url } = reply.json.data;
    expect(order_id).toBe(`O-${number}`);
    expect(session_id).toMatch(/^[\w-]{35}$/);
    expect(payment_url).toBe(`${service.url}/pay/${String(session_id)}`);
  });

  it('takes a payment link, and a request without a type', async () => {
    for (const type of ['paymentlink', '', undefined]) {
      expect((await service.create({ order_id: newId(), type })).json.success).toBe(true);
    }
  });

  it('takes text where numbers are text, and numbers where text is meant', async () => {
    const reply = await service.create({ order_id: 990017, var1: 12, seconds_active: '3600' });
    expect(reply.json.data['order_id']).toBe('990017');
    expect((await service.get('990017')).json.data['var1']).toBe('12');
  });

  it.each([
    ['no amount', { amount: undefined }, 1001],
    ['nothing to pay', { amount: 0 }, 1001],
    ['a negative amount', { amount: -1 }, 1001],
    ['an amount with a fraction', { amount: 12.5 }, 1001],
    ['an amount as text', { amount: '4599' }, 1001],
    ['an amount no number holds exactly', { amount: 2 ** 53 }, 1001],
    ['no currency', { currency: undefined }, 1002],
    ['a currency that is none', { currency: 'EURO' }, 1002],
    ['an order id with a space', { order_id: 'A 1' }, 1006],
    ['an order id of 51 characters', { order_id: 'A'.repeat(51) }, 1006],
    ['an order id that is a step in a path', { order_id: '..' }, 1006],
    ['an address of the customer that is none', { customer: { ip_address: '300.1.1.1' } }, 1007],
    ['two forwarded addresses', { customer: { forwarded_ip: '192.0.2.1, 192.0.2.2' } }, 1007],
    ['no description', { description: '' }, 1008],
    ['a description of spaces', { description: '   ' }, 1008],
    ['a description of 201 characters', { description: 'é'.repeat(201) }, 1008],
    ['HTML in the description', { description: '<b>Mug</b>' }, 1008],
    ['an unknown type', { type: 'gift' }, 1009],
    ['a type out of the prototype', { type: 'constructor' }, 1009],
    ['a variable of 101 characters', { var2: 'x'.repeat(101) }, 1010],
    ['a variable with half of a character', { var3: '\uD83D' }, 1010],
    ['a variable that is no text', { var1: { a: 1 } }, 1010],
    ['no order id', { order_id: undefined }, 1016],
    ['a customer that is a list', { customer: [] }, 1016],
    ['a country that is none', { customer: { country: 'XX' } }, 1018],
    ['a delivery country that is none', { delivery: { country: 'Holland' } }, 1018],
    ['a direct request', { type: 'direct', gateway: 'IDEAL' }, 1023],
    ['a payment method that nobody has', { gateway: 'BARTER' }, 1000],
    ['a notification address that is none', { payment_options: { notification_url: 'shop' } }, 1016],
    ['an unknown way to notify', { payment_options: { notification_method: 'PUT' } }, 1016],
    ['a return address that is a script', { payment_options: { redirect_url: 'javascript:alert(1)' } }, 1016],
    ['a cancel address that is data', { payment_options: { cancel_url: 'data:text/html,x' } }, 1016],
    ['a life of more than a year', { seconds_active: 31_536_001 }, 1016],
    ['a life of no days', { days_active: 0 }, 1016],
  ])('refuses %s', async (_, fields, code) => {
    const reply = await service.create({ order_id: newId(), ...fields });
    expect(reply.json).toEqual({ success: false, data: {}, error_code: code, error_info: expect.any(String) });
    expect(reply.text).toMatch(/^\{"success":false,"data":\{\},"error_code":\d+,"error_info":"/);
    expect(reply.status).toBe(404);
  });

  it.each([
    ['no body', ''],
    ['a body that is not JSON', '{"order_id":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00])],
    ['a body of more than 256 KiB', JSON.stringify({ ...ORDER, var1: 'x'.repeat(300_000) })],
  ])('refuses %s as missing data', async (_, body) => {
    const request = { method: 'POST', headers: { api_key: WEB_KEY }, body };
    const reply = await readReply(await fetch(`${service.url}/v1/json/orders`, request));
    expect(reply.json.error_code).toBe(1016);
    expect(reply.status).toBe(404);
  });

  it('counts characters, not bytes', async () => {
    const fields = { description: '☕'.repeat(200), var1: '😀'.repeat(100) };
    expect((await service.create({ order_id: newId(), ...fields })).json.success).toBe(true);
  });
});

describe('an order id that was used before', () => {
  it('gets a new session while nobody has tried to pay, and the old page closes', async () => {
    const order_id = newId();
    const first = await service.paymentUrl({ order_id });
    const second = await service.paymentUrl({ order_id, description: 'The same again' });
    expect(second).not.toBe(first);
    expect(await (await fetch(first)).text()).toContain('There is a newer page for this order');
    expect(await (await fetch(second)).text()).toContain('The same again');
  });

  it('is refused with 1006 for another amount or currency', async () => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await service.create({ order_id, amount: 4600 })).json.error_code).toBe(1006);
    expect((await service.create({ order_id, currency: 'USD' })).json.error_code).toBe(1006);
  });

  it.each(['pay', 'decline', 'cancel'] as const)('is used up by a transaction (%s)', async (ending) => {
    const order_id = newId();
    await service.create({ order_id });
    await service.sandbox[ending](order_id);
    const reply = await service.create({ order_id });
    expect([reply.status, reply.json.error_code]).toEqual([404, 1006]);
  });

  it('is payable again after a session was left unfinished', async () => {
    const order_id = newId();
    await service.create({ order_id });
    await service.sandbox.leave(order_id);
    expect((await service.create({ order_id })).json.success).toBe(true);
    expect((await service.get(order_id)).json.data['status']).toBe('initialized');
  });

  it('belongs to its terminal group alone', async () => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await service.create({ order_id }, { api_key: TILL_KEY })).json.success).toBe(true);
    await expect(service.sandbox.pay(order_id)).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
    expect(await service.sandbox.pay(order_id, { group: 'till' })).toMatchObject({
      group: 'till',
      status: 'completed',
    });
    expect((await service.get(order_id)).json.data['status']).toBe('initialized');
  });

  it('makes one order and one open page, however many requests come at once', async () => {
    const order_id = newId();
    const urls = await Promise.all(Array.from({ length: 10 }, () => service.paymentUrl({ order_id })));
    const pages = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
    expect(pages.filter((page) => page.includes('<form'))).toHaveLength(1);
  });
});

describe('terminal groups of one website', () => {
  const siteId = 'shop-9001';
  let shared: Service;
  afterEach(() => shared.close());

  it('share its order ids', async () => {
    const terminalGroups = [
      { name: 'web', apiKey: WEB_KEY, siteId },
      { name: 'till', apiKey: TILL_KEY, siteId },
    ];
    shared = await startService({ terminalGroups });
    await shared.create();
    expect((await shared.create({}, { api_key: TILL_KEY })).json.error_code).toBe(1006);
    expect((await shared.get(ORDER.order_id, { api_key: TILL_KEY })).json.error_code).toBe(1006);
  });
});

describe('reading an order', () => {
  it('gives it with sorted keys, compact, with unescaped slashes and raw UTF-8', async () => {
    const order_id = 'A/1';
    const customer = { first_name: 'Zoë', last_name: 'Ünal', country: 'nl', phone: '0612345678' };
    await service.create({ order_id, description: 'Café ☕ 10€ a/b "c"', customer, custom_info: { custom_2: 'x' } });
    const { text, json } = await service.get(order_id);
    expect(text).toContain('"description":"Café ☕ 10€ a/b \\"c\\""');
    expect(text).toContain('"first_name":"Zoë"');
    const keys = Object.keys(json.data);
    expect(keys).toEqual([...keys].sort());
    expect(json.data).toMatchObject({
      amount: 4599,
      amount_refunded: 0,
      costs: [],
      currency: 'EUR',
      custom_info: { custom_1: null, custom_2: 'x', custom_3: null },
      customer: { first_name: 'Zoë', last_name: 'Ünal', country: 'nl', phone1: '0612345678', email: null },
      fastcheckout: 'NO',
      financial_status: 'initialized',
      order_id,
      payment_details: {},
      payment_methods: null,
      related_transactions: null,
      status: 'initialized',
      var1: null,
    });
    expect(json.data).not.toHaveProperty('transaction_id');
    expect(json.data).not.toHaveProperty('completed');
  });

  it('writes times of Amsterdam without a zone', async () => {
    const order_id = newId();
    service.clock.set(Date.UTC(2026, 0, 15, 12, 30, 5));
    await service.create({ order_id });
    service.clock.set(Date.UTC(2026, 6, 15, 12, 30, 5));
    await service.create({ order_id: `${order_id}-summer` });
    await service.sandbox.pay(`${order_id}-summer`);
    expect((await service.get(order_id)).json.data).toMatchObject({ created: '2026-01-15T13:30:05' });
    expect((await service.get(`${order_id}-summer`)).json.data).toMatchObject({ completed: '2026-07-15T14:30:05' });
  });

  it('gives a transaction id of 16 digits as a number, a masked account and the payment method once paid', async () => {
    const order_id = newId();
    await service.create({ order_id });
    const { transactionId } = await service.sandbox.pay(order_id);
    const { text, json } = await service.get(order_id);
    expect(transactionId).toMatch(/^\d{16}$/);
    expect(text).toContain(`"transaction_id":${transactionId},`);
    expect(json.data).toMatchObject({
      status: 'completed',
      financial_status: 'completed',
      payment_details: { type: 'IDEAL', account_iban: expect.stringMatching(/^\*\*\* \d{4}$/) },
      payment_methods: [{ type: 'IDEAL', amount: 4599, status: 'completed', payment_description: 'iDEAL' }],
    });
  });

  it('finds it by the transaction id too', async () => {
    const order_id = newId();
    await service.create({ order_id });
    const { transactionId } = await service.sandbox.pay(order_id);
    expect((await service.get(String(transactionId))).json.data['order_id']).toBe(order_id);
  });

  it('answers 404 and 1006 for an order that this key does not have', async () => {
    const order_id = newId();
    await service.create({ order_id });
    for (const reply of [await service.get('nowhere'), await service.get(order_id, { api_key: TILL_KEY })]) {
      expect([reply.status, reply.json.error_code]).toEqual([404, 1006]);
    }
  });

  it('answers an unreadable order id with an envelope', async () => {
    const reply = await readReply(
      await fetch(`${service.url}/v1/json/orders/%E0%A4%A`, { headers: { api_key: WEB_KEY } }),
    );
    expect([reply.status, reply.json.error_code]).toEqual([404, 1006]);
  });

  it('gives the open payment page, so that a lost create answer can be recovered', async () => {
    const order_id = newId();
    const payment_url = await service.paymentUrl({ order_id });
    expect((await service.get(order_id)).json.data['payment_url']).toBe(payment_url);
    await service.sandbox.pay(order_id);
    expect((await service.get(order_id)).json.data).not.toHaveProperty('payment_url');
  });

  it('expires when its time is up', async () => {
    const order_id = newId();
    const url = await service.paymentUrl({ order_id, seconds_active: 60 });
    service.clock.advance(59_000);
    expect((await service.get(order_id)).json.data['status']).toBe('initialized');
    service.clock.advance(1_000);
    expect((await service.get(order_id)).json.data['status']).toBe('expired');
    expect(await (await fetch(url)).text()).toContain('This page has expired');
  });
});

describe('the key', () => {
  const ways: [string, (key: string) => { query?: string; headers?: Record<string, string> }][] = [
    ['query parameter', (key) => ({ query: `?api_key=${encodeURIComponent(key)}` })],
    ['header', (key) => ({ headers: { api_key: key } })],
    ['bearer token', (key) => ({ headers: { authorization: `Bearer ${key}` } })],
  ];
  const read = async (id: string, { query = '', headers = {} }: ReturnType<(typeof ways)[0][1]>) =>
    readReply(await fetch(`${service.url}/v1/json/orders/${id}${query}`, { headers }));

  it.each(ways)('opens the account as %s', async (_, way) => {
    const order_id = newId();
    await service.create({ order_id });
    expect((await read(order_id, way(WEB_KEY))).status).toBe(200);
    expect((await read(order_id, way(` ${WEB_KEY} `))).status).toBe(200);
  });

  it.each(ways)('is refused with 401 and 1032 as %s when nobody has it, and never repeated', async (_, way) => {
    const key = canaryKey('nobody');
    const reply = await read('x', way(key));
    expect(reply.json).toMatchObject({ success: false, data: {}, error_code: 1032, error_info: 'Invalid API key' });
    expect(reply.status).toBe(401);
    expect(reply.text).not.toContain(key);
  });

  it('is refused when there is none, or when several differ', async () => {
    const both = { query: `?api_key=${WEB_KEY}`, headers: { api_key: TILL_KEY } };
    for (const reply of [await read('x', {}), await read('x', both)]) expect(reply.json.error_code).toBe(1032);
  });

  it('may come twice when it is the same', async () => {
    const order_id = newId();
    await service.create({ order_id });
    const reply = await read(order_id, { query: `?api_key=${WEB_KEY}`, headers: { api_key: WEB_KEY } });
    expect(reply.status).toBe(200);
  });
});

describe('an address that the service does not have', () => {
  it('is answered with {"message"} below /v1', async () => {
    const response = await fetch(`${service.url}/v1/json/gateways`);
    expect([response.status, await response.text()]).toEqual([404, '{"message":"Not Found"}']);
  });

  it('is answered with a page elsewhere', async () => {
    const response = await fetch(`${service.url}/nowhere`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Nothing here');
  });
});
