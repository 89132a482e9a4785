import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { call, relatedOf, verdict } from './support/api.js';
import { ORDER, startService, type Service, type ServiceReply } from './support/service.js';

const ID = ORDER.order_id;
const DAY_MS = 86_400_000;
const ITEMS = [{ name: 'Mug', unit_price: '45.99', quantity: 1, tax_table_selector: 'none' }];

let service: Service;

beforeEach(async () => {
  service = await startService();
});
afterEach(() => service.close());

const update = (body: unknown, id: string = ID): Promise<ServiceReply> => call(service, `PATCH /orders/${id}`, body);
const order = async (id: string = ID): Promise<Record<string, unknown>> => (await service.get(id)).json.data;

describe('updating an order', () => {
  it('ships it once it is paid, and the shop is told', async () => {
    await service.create();
    expect(verdict(await update({ status: 'shipped' }))).toBe('404 1006');
    await service.sandbox.pay(ID);
    const reply = await update({ status: 'shipped', carrier: 'ACME', tracktrace_code: 'AC1', invoice_id: 'INV-9' });
    expect([reply.status, reply.text]).toEqual([200, '{"success":true,"data":{}}']);
    expect(await order()).toMatchObject({ status: 'shipped', financial_status: 'completed', invoice_id: 'INV-9' });
    expect(verdict(await update({ status: 'shipped', tracktrace_code: 'AC2' }))).toBe('ok');
  });

  it('cancels what is not paid, and nothing else', async () => {
    await service.create();
    expect(verdict(await update({ status: 'cancelled', exclude_order: true }))).toBe('ok');
    expect(await order()).toMatchObject({ status: 'canceled' });
    await service.sandbox.pay(ID);
    expect(verdict(await update({ status: 'cancelled' }))).toBe('404 1006');
  });

  it('calls off what Riverty would pay until it is shipped, and refuses to refund it then', async () => {
    const fields = { gateway: 'AFTERPAY', shopping_cart: { items: ITEMS } };
    await service.create(fields);
    await service.sandbox.pay(ID);
    expect(verdict(await update({ status: 'cancelled' }))).toBe('ok');
    expect(await order()).toMatchObject({
      status: 'void',
      financial_status: 'void',
      payment_methods: [{ status: 'void' }],
    });
    expect((await order())['completed']).toBeUndefined();
    const items = [...ITEMS, { ...ITEMS[0], unit_price: '-45.99' }];
    const refund = await call(service, `POST /orders/${ID}/refunds`, { checkout_data: { items } });
    expect(verdict(refund)).toBe('404 1034');
    await service.create({ ...fields, order_id: 'sent' });
    await service.sandbox.pay('sent');
    await service.sandbox.ship('sent');
    expect(verdict(await update({ status: 'cancelled' }, 'sent'))).toBe('404 1006');
  });

  it.each(['KLARNA', 'PAYAFTER', 'EINVOICE', 'SANTANDER'])(
    'does not call off what %s would pay: the shop refunds it, or the customer cancels it there',
    async (gateway) => {
      await service.create({ gateway, shopping_cart: { items: ITEMS } });
      await service.sandbox.pay(ID);
      expect(verdict(await update({ status: 'cancelled' }))).toBe('404 1006');
      await service.sandbox.cancel(ID);
      expect(await order()).toMatchObject({ status: 'void', financial_status: 'void' });
    },
  );

  it('counts what a shipment says in characters, and lets addresses be longer', async () => {
    await service.create();
    await service.sandbox.pay(ID);
    const link = `https://shop.example/${'x'.repeat(1_979)}`;
    const good = { carrier: '😀'.repeat(200), invoice_id: '☕'.repeat(100), tracktrace_url: link, invoice_url: link };
    expect(verdict(await update({ status: 'shipped', ...good }))).toBe('ok');
    for (const [field, text] of Object.entries(good)) {
      expect(verdict(await update({ status: 'shipped', [field]: `${text}x` }))).toBe('404 1016');
    }
  });

  it('extends the time to pay by six weeks', async () => {
    await service.create({ seconds_active: 60 });
    const reply = await update({ extend_expiration: true, reason: 'late' });
    expect(reply.json.data).toEqual({ expiration_date: '2026-02-12' });
    service.clock.advance(41 * DAY_MS);
    expect((await order())['status']).toBe('initialized');
    service.clock.advance(DAY_MS + 60_000);
    expect((await order())['status']).toBe('expired');
    expect(verdict(await update({ extend_expiration: true }))).toBe('404 1006');
  });

  it('keeps an invoice number alone', async () => {
    await service.create();
    expect(verdict(await update({ invoice_id: 'INV-1' }))).toBe('ok');
    expect(await order()).toMatchObject({ status: 'initialized', invoice_id: 'INV-1' });
  });

  it.each([
    ['nothing', {}, 1016],
    ['an unknown status', { status: 'paid' }, 1016],
    ['a list', [], 1016],
    ['a carrier that is no text', { status: 'shipped', carrier: {} }, 1016],
    ['a part of nothing', { status: 'shipped', amount: 'x' }, 1001],
    ['a part of what is not lent', { status: 'shipped', amount: 1 }, 1016],
    ['a magic word', { status: 'shipped', reason: 'sandbox:error=9999' }, 9999],
  ])('refuses %s', async (_, body, code) => {
    await service.create();
    await service.sandbox.pay(ID);
    expect(verdict(await update(body))).toBe(`404 ${code}`);
  });

  it('answers 410 and 1000 for what does not exist', async () => {
    expect(verdict(await update({ status: 'shipped' }, 'nowhere'))).toBe('410 1000');
  });

  it('ships a pay-later order in parts, each an order of its own', async () => {
    await service.create({ gateway: 'PAYAFTER', shopping_cart: { items: ITEMS } });
    await service.sandbox.pay(ID);
    const { data } = (await update({ status: 'shipped', partial_shipment_amount: '2000', carrier: 'ACME' })).json;
    expect(data).toEqual({ order_id: `${ID}-0001`, transaction_id: expect.any(Number) });
    expect(await order(`${ID}-0001`)).toMatchObject({ amount: 2_000, status: 'shipped', auth_order_id: ID });
    expect(await order()).toMatchObject({ status: 'completed', financial_status: 'uncleared', amount: 4_599 });
    expect(relatedOf(await service.get(ID))).toMatchObject([
      { type: 'shipment', order_id: `${ID}-0001`, amount: 2_000 },
    ]);
    expect(verdict(await update({ status: 'shipped', amount: 2_600 }))).toBe('404 1001');
    // What was shipped is given back under the id of its shipment, and only the rest under that of the order.
    await expect(service.sandbox.refund(ID, { amount: 2_600 })).rejects.toThrow('only 2599 is left');
    await service.sandbox.refund(`${ID}-0001`, { amount: 2_000 });
    expect((await update({ status: 'shipped', amount: 2_599 })).json.data['order_id']).toBe(`${ID}-0002`);
    await expect(service.sandbox.refund(ID)).rejects.toThrow('shipped in parts');
  });

  it.each([
    ['EINVOICE', 'initialized', {}],
    ['ZINIA', 'uncleared', { gateway: 'ZINIA' }],
  ])('ships an order by %s in parts, of which the money is %s', async (method, financial_status, fields) => {
    await service.create({ gateway: null, ...fields, shopping_cart: { items: ITEMS } });
    expect(verdict(await update({ status: 'shipped', amount: 2_000 }))).toMatch(/^404 10/);
    await service.sandbox.pay(ID, { method });
    expect((await update({ status: 'shipped', amount: 2_000 })).json.data['order_id']).toBe(`${ID}-0001`);
    expect(await order(`${ID}-0001`)).toMatchObject({ amount: 2_000, status: 'shipped', financial_status });
    expect(await order()).toMatchObject({ status: 'completed', financial_status: 'initialized', amount: 4_599 });
  });
});

describe('money that is only reserved', () => {
  const capture = (body: unknown = {}): Promise<ServiceReply> => call(service, `POST /orders/${ID}/capture`, body);
  const release = (body: unknown = { status: 'cancelled', reason: 'sold out' }): Promise<ServiceReply> =>
    call(service, `PATCH /capture/${ID}`, body);
  const reserve = async (gateway = 'VISA'): Promise<void> => {
    await service.create({ capture: 'manual', gateway });
    await service.sandbox.pay(ID);
  };
  const refund = (id: string, amount: number): Promise<ServiceReply> =>
    call(service, `POST /orders/${id}/refunds`, { amount, currency: 'EUR' });

  it('is completed and not yet paid', async () => {
    await reserve();
    expect(await order()).toMatchObject({
      status: 'completed',
      financial_status: 'initialized',
      payment_details: { capture: 'manual', capture_remain: 4_599, capture_expiry: '2026-01-06T01:00:00' },
    });
    expect(verdict(await refund(ID, 1))).toBe('404 1034');
  });

  it.each([
    ['IDEAL', 'completed', 'ok'],
    ['PAYPAL', 'initialized', 'ok'],
    ['MULTIBANCO', 'uncleared', '404 1034'],
  ])('is what %s does not do: it pays at once', async (method, financial_status, refunded) => {
    await service.create({ capture: 'manual' });
    await service.sandbox.pay(ID, { method });
    expect(await order()).toMatchObject({ status: 'completed', financial_status });
    expect((await order())['payment_details']).not.toHaveProperty('capture');
    expect(verdict(await capture())).toBe('404 1006');
    expect(verdict(await refund(ID, 4_599))).toBe(refunded);
  });

  it('is reserved when a person has accepted it', async () => {
    await service.create({ capture: 'manual', gateway: 'VISA' });
    await service.sandbox.hold(ID);
    await service.sandbox.accept(ID);
    expect(await order()).toMatchObject({
      status: 'completed',
      financial_status: 'initialized',
      payment_details: { capture: 'manual', capture_remain: 4_599 },
    });
    expect(verdict(await capture({ amount: 2_000 }))).toBe('ok');
  });

  it('is captured as a whole, and then refunded like any other', async () => {
    await reserve();
    const { transaction_id } = await order();
    expect((await capture({ new_order_status: 'completed' })).json.data).toEqual({ order_id: ID, transaction_id });
    expect(await order()).toMatchObject({
      status: 'completed',
      financial_status: 'completed',
      payment_details: { capture_remain: 0 },
    });
    expect(verdict(await capture())).toBe('404 1006');
    expect(verdict(await release())).toBe('404 1006');
    expect(verdict(await refund(ID, 4_599))).toBe('ok');
  });

  it('is captured in parts, each an order of its own', async () => {
    await reserve();
    expect(verdict(await capture({ amount: 4_600 }))).toBe('404 1001');
    const first = await capture({ amount: 2_000, new_order_id: `${ID}-C1`, new_order_status: 'completed' });
    expect(first.json.data).toEqual({ order_id: `${ID}-C1`, transaction_id: expect.any(Number) });
    expect(await order()).toMatchObject({
      financial_status: 'initialized',
      payment_details: { capture_remain: 2_599 },
    });
    expect(await order(`${ID}-C1`)).toMatchObject({
      amount: 2_000,
      status: 'completed',
      financial_status: 'completed',
      auth_order_id: ID,
    });
    expect(relatedOf(await service.get(ID))).toMatchObject([{ type: 'capture', order_id: `${ID}-C1`, amount: 2_000 }]);
    expect(verdict(await capture({ amount: 1, new_order_id: `${ID}-C1` }))).toBe('404 1006');
    expect(verdict(await refund(`${ID}-C1`, 2_001))).toBe('404 1034');
    expect(verdict(await refund(`${ID}-C1`, 2_000))).toBe('ok');
    expect((await capture()).json.data['order_id']).toBe(`${ID}-0002`);
    expect(await order()).toMatchObject({ payment_details: { capture_remain: 0 } });
  });

  it('is released on request', async () => {
    await reserve();
    expect(verdict(await release({ status: 'cancelled' }))).toBe('404 1016');
    expect((await release()).json.data).toMatchObject({ success: true, order_id: ID });
    expect(await order()).toMatchObject({ status: 'void', financial_status: 'void' });
    expect(relatedOf(await service.get(ID))).toMatchObject([
      { type: 'auth-cancellation', status: 'void', amount: 4_599 },
    ]);
  });

  it.each(['VISA', 'MASTERCARD', 'MAESTRO'])('is released by time, after five days, of a %s', async (gateway) => {
    await reserve(gateway);
    await service.sandbox.advance(5 * DAY_MS - 1);
    expect(await order()).toMatchObject({ status: 'completed', financial_status: 'initialized' });
    await service.sandbox.advance(1);
    expect(await order()).toMatchObject({ status: 'void', financial_status: 'void' });
    expect(verdict(await capture())).toBe('404 1006');
  });

  it.each([
    ['a fraction', { amount: 0.5 }, 1001],
    ['another status', { new_order_status: 'initialized' }, 1016],
    ['a bad order id', { new_order_id: '..' }, 1006],
    ['a magic word', { reason: 'sandbox:error=1021' }, 1021],
  ])('is not captured for %s', async (_, body, code) => {
    await reserve();
    expect(verdict(await capture(body))).toBe(`404 ${code}`);
  });

  it('is nothing for an ordinary order, or for none', async () => {
    await service.create();
    await service.sandbox.pay(ID);
    expect(verdict(await capture())).toBe('404 1006');
    expect(verdict(await call(service, 'POST /orders/nowhere/capture', {}))).toBe('404 1006');
  });
});
