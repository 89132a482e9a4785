import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readReply, startService, TILL_KEY, WEB_KEY, type Service } from './support/service.js';

let service: Service;
let number = 0;
const newId = (): string => `O-${(number += 1)}`;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('reading an order', () => {
  it('gives it with sorted keys, compact, with unescaped slashes and raw UTF-8', async () => {
    const order_id = 'A/1';
    const customer = { first_name: 'Zoë', last_name: 'Ünal', country: 'NL', phone: '0612345678' };
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
      customer: { first_name: 'Zoë', last_name: 'Ünal', country: 'NL', phone1: '0612345678', email: null },
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

describe('an address that the service does not have', () => {
  it('is answered with a page elsewhere', async () => {
    const response = await fetch(`${service.url}/nowhere`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Nothing here');
  });
});
