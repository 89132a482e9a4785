import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { call, verdict } from './support/api.js';
import { ORDER, startService, submit, type Service, type ServiceReply } from './support/service.js';

const ID = ORDER.order_id;
let folder: string;
let service: Service;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
  service = await startService({ database: join(folder, 'sandbox.sqlite') });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const giftOrder = (card_number: string, fields: Record<string, unknown> = {}): Promise<ServiceReply> =>
  service.create({ type: 'direct', gateway: 'VVVGIFTCARD', gateway_info: { card_number }, ...fields });

async function balances(): Promise<number[]> {
  return (await service.sandbox.giftCards.list()).map(({ balance }) => balance);
}

async function dataOf(orderId = ID): Promise<Record<string, unknown>> {
  return (await service.get(orderId)).json.data;
}

/** Refunds a part of the order, and lets the midnight come that pays it out. */
async function refund(amount: number): Promise<void> {
  const reply = await call(service, `POST /orders/${ID}/refunds`, { amount, currency: 'EUR' });
  expect(verdict(reply)).toBe('ok');
  await service.sandbox.advance(86_400_000);
}

describe('a gift card', () => {
  it('pays all of an order, and holds less from then on', async () => {
    expect(await balances()).toEqual([10_000, 500, 0]);
    expect((await giftOrder('111115')).json.data).toMatchObject({
      status: 'completed',
      payment_details: { type: 'Coupon::Intersolve', coupon_brand: 'VVVGIFTCARD' },
      payment_methods: [{ type: 'COUPON', payment_description: 'VVV Cadeaukaart', amount: 4_599, status: 'completed' }],
    });
    expect(await balances()).toEqual([5_401, 500, 0]);
  });

  it('pays a part, which is held until the rest is paid with another method', async () => {
    const { data } = (await giftOrder('111112')).json;
    expect(data).toMatchObject({
      status: 'initialized',
      payment_url: expect.stringContaining('/pay/'),
      payment_methods: [{ type: 'COUPON', amount: 500, status: 'initialized' }],
    });
    expect(await balances()).toEqual([10_000, 0, 0]);
    await service.sandbox.pay(ID, { method: 'IDEAL' });
    const paid = await dataOf();
    expect(paid).toMatchObject({
      status: 'completed',
      amount: 4_599,
      payment_details: { type: 'IDEAL' },
      payment_methods: [
        { type: 'COUPON', amount: 500, status: 'completed' },
        { type: 'IDEAL', amount: 4_099, status: 'completed' },
      ],
    });
    expect(paid['transaction_id']).not.toBe(data['transaction_id']);
  });

  it('keeps what is left on it, and what it holds, across a restart', async () => {
    await giftOrder('111112');
    await service.close();
    service = await startService({ database: join(folder, 'sandbox.sqlite') });
    expect(await balances()).toEqual([10_000, 0, 0]);
    await service.sandbox.pay(ID, { method: 'VISA' });
    expect(await dataOf()).toMatchObject({ payment_methods: [{ amount: 500 }, { amount: 4_099 }] });
  });

  it('stays used while the rest is declined, and waits while it is held', async () => {
    await giftOrder('111112');
    await service.sandbox.decline(ID, { method: 'VISA' });
    expect(await balances()).toEqual([10_000, 0, 0]);
    await service.sandbox.hold(ID, { method: 'VISA' });
    expect(await dataOf()).toMatchObject({ status: 'uncleared', payment_methods: [{ status: 'initialized' }, {}] });
    await service.sandbox.accept(ID);
    expect(await dataOf()).toMatchObject({
      status: 'completed',
      payment_methods: [
        { amount: 500, status: 'completed' },
        { amount: 4_099, status: 'completed' },
      ],
    });
  });

  it.each(['expire', 'cancel'] as const)('gets back what it holds when the order ends unpaid: %s', async (end) => {
    await giftOrder('111112');
    const { status } = await service.sandbox[end](ID);
    expect(await balances()).toEqual([10_000, 500, 0]);
    expect(['expired', 'void', 'cancelled']).toContain(status);
    await service.sandbox.pay(ID, { method: 'BANKTRANS' });
    expect(await dataOf()).toMatchObject({ payment_methods: [{ type: 'BANKTRANS', amount: 4_599 }] });
    expect(await balances()).toEqual([10_000, 500, 0]);
  });

  it('gets back last what is refunded, and no more than it has paid', async () => {
    await giftOrder('111112');
    await service.sandbox.pay(ID, { method: 'IDEAL' });
    await refund(4_099);
    expect(await balances()).toEqual([10_000, 0, 0]);
    await refund(200);
    expect(await balances()).toEqual([10_000, 200, 0]);
    await refund(300);
    expect(await balances()).toEqual([10_000, 500, 0]);
    expect(await dataOf()).toMatchObject({ status: 'refunded', amount_refunded: 4_599 });
  });

  it('that has paid all of it is not refunded: no account of the shopper is known', async () => {
    await giftOrder('111115');
    const reply = await call(service, `POST /orders/${ID}/refunds`, { amount: 4_599, currency: 'EUR' });
    expect([verdict(reply), reply.json.error_info]).toEqual(['404 1034', expect.stringContaining('gift card')]);
    await expect(service.sandbox.refund(ID)).rejects.toThrow('gift card');
    expect(await balances()).toEqual([5_401, 500, 0]);
  });

  it('gets nothing back by a refund that is cancelled', async () => {
    await giftOrder('111112');
    await service.sandbox.pay(ID, { method: 'IDEAL' });
    const { data } = (await call(service, `POST /orders/${ID}/refunds`, { amount: 4_599, currency: 'EUR' })).json;
    await call(service, `PATCH /orders/${ID}/refunds/${String(data['refund_id'])}`, { status: 'void' });
    await service.sandbox.advance(86_400_000);
    expect(await balances()).toEqual([10_000, 0, 0]);
  });

  it.each([
    ['without money on it', '111110', {}, '404 1017'],
    ['that does not exist', '111119', {}, '404 1024'],
    ['in another currency', '111115', { currency: 'USD' }, '404 1002'],
  ])('%s pays nothing, and there is no order', async (_, card, fields, expected) => {
    expect(verdict(await giftOrder(card, fields))).toBe(expected);
    expect(verdict(await service.get(ID))).toBe('404 1006');
  });

  it('without a number is asked for on the page', async () => {
    const { data } = (await giftOrder('', { gateway_info: {} })).json;
    await submit(String(data['payment_url']), { method: 'VVVGIFTCARD', outcome: 'paid' });
    expect(await dataOf()).toMatchObject({ status: 'completed' });
    expect(await balances()).toEqual([10_000, 500, 0]);
  });

  it('is loaded over HTTP', async () => {
    const url = `${service.url}/sandbox/gift-cards`;
    const post = (body: unknown): Promise<Response> =>
      fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
    expect((await post({ number: '111110', balance: 750 })).status).toBe(200);
    expect(await (await fetch(url)).json()).toMatchObject({
      data: [{ number: '111115', balance: 10_000 }, {}, { number: '111110', balance: 750 }],
    });
    for (const wrong of [{ number: '1', balance: 1 }, { number: '111110' }, { number: '111110', balance: -1 }]) {
      expect((await post(wrong)).status).toBe(400);
    }
    expect(await balances()).toEqual([10_000, 500, 750]);
  });
});
