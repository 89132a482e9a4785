import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, verdict } from './support/api.js';
import { startService, TILL_KEY, WEB_KEY, type Service, type ServiceReply } from './support/service.js';

let service: Service;
let number = 0;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

const CARD = { card_number: '5500000000000004', card_holder_name: 'Ann Jansen', card_expiry_date: '3112' };

/** The fields of an order that stores what it is paid with, for a customer of its own. */
const storing = (recurring_model = 'cardOnFile') => {
  const reference = `customer ${(number += 1)}/é`;
  return { order_id: `T-${number}`, recurring_model, customer: { reference } };
};
const pathOf = (reference: string, rest = ''): string => `/recurring/${encodeURIComponent(reference)}${rest}`;
const details = ({ json }: ServiceReply) => (json.data['payment_details'] ?? {}) as Record<string, unknown>;

/** Stores a card, and says under which token. */
async function stored(card_number = CARD.card_number, fields: Record<string, unknown> = {}, own = service) {
  const order = storing();
  const gateway_info = { ...CARD, card_number };
  const reply = await own.create({ ...order, type: 'direct', gateway_info, ...fields });
  const { recurring_id } = details(reply);
  if (typeof recurring_id !== 'string') throw new Error(`nothing was stored: ${reply.text}`);
  return { reference: order.customer.reference, token: recurring_id };
}

const charge = (recurring_id: string, fields: Record<string, unknown> = {}, key = WEB_KEY): Promise<ServiceReply> =>
  service.create({ type: 'direct', order_id: `C-${(number += 1)}`, recurring_id, ...fields }, { api_key: key });

describe('a means of payment', () => {
  it('is stored when the order that asks for it is paid, and not before', async () => {
    const order = storing('subscription');
    await service.create(order);
    const { reference } = order.customer;
    expect(verdict(await call(service, `GET ${pathOf(reference)}`))).toBe('410 1000');
    await service.sandbox.pay(order.order_id, { method: 'VISA' });
    const paid = details(await service.get(order.order_id));
    expect(paid).toMatchObject({ recurring_flow: 'token', recurring_model: 'subscription', type: 'VISA' });
    expect((await call(service, `GET ${pathOf(reference)}`)).json.data).toEqual({
      tokens: [
        {
          token: paid['recurring_id'],
          code: 'VISA',
          display: 'Visa •••• 1111',
          bin: 411111,
          name_holder: 'A. Shopper',
          expiry_date: 3112,
          expired: 0,
          last4: 1111,
          model: 'subscription',
          recurring_model: 'subscription',
        },
      ],
    });
  });

  it('is that with which the order was paid, and is stored once', async () => {
    const order = storing();
    const gateway_info = { ...CARD, card_number: '4462000000000003' };
    const held = await service.create({ ...order, type: 'direct', gateway_info });
    expect(details(held)).toMatchObject({ recurring_id: null, recurring_flow: null });
    await service.sandbox.accept(order.order_id);
    await service.sandbox.ship(order.order_id);
    const { json } = await call(service, `GET ${pathOf(order.customer.reference)}`);
    expect(json.data['tokens']).toMatchObject([{ last4: 3, name_holder: 'Ann Jansen', bin: 446200 }]);
  });

  it.each([
    ['nobody is named', { recurring_model: 'cardOnFile' }, 'VISA'],
    ['nothing is asked for', { customer: { reference: 'ann' } }, 'VISA'],
    ['the method cannot be charged again', { recurring_model: 'cardOnFile', customer: { reference: 'ann' } }, 'PAYPAL'],
  ])('is not stored where %s', async (_, fields, method) => {
    const order_id = `N-${(number += 1)}`;
    await service.create({ order_id, ...fields });
    await service.sandbox.pay(order_id, { method });
    expect(details(await service.get(order_id))['recurring_id'] ?? null).toBeNull();
    expect(verdict(await call(service, `GET ${pathOf('ann')}`))).toBe('410 1000');
  });

  it('of a bank is its account, which is debited from then on', async () => {
    const order = storing('subscription');
    await service.create({ ...order, gateway: 'IDEAL' });
    await service.sandbox.pay(order.order_id);
    const { json } = await call(service, `GET ${pathOf(order.customer.reference)}`);
    const [token] = json.data['tokens'] as Record<string, unknown>[];
    expect(token).toMatchObject({ code: 'DIRDEB', last4: 4300, bin: null, expiry_date: null, expired: 0 });
    expect(JSON.stringify(token)).not.toContain('NL91ABNA');
    const charged = await charge(String(token?.['token']));
    expect(charged.json.data).toMatchObject({ status: 'uncleared', payment_details: { type: 'DIRDEB' } });
  });

  it('is not stored for a purpose that is none', async () => {
    expect(verdict(await service.create({ ...storing('weekly') }))).toBe('404 1016');
  });
});

describe('a stored token', () => {
  it('is read, changed and deleted by the customer it belongs to', async () => {
    const { reference, token } = await stored();
    const at = (action: string) => pathOf(reference, `/${action}/${token}`);
    expect((await call(service, `GET ${at('token')}`)).json.data).toMatchObject({ token, last4: 4, expiry_date: 3112 });
    expect(verdict(await call(service, `POST ${at('update')}`, { expiry_date: 3306 }))).toBe('ok');
    const updated = await call(service, `PATCH ${at('update')}`, { expiry_date: '3307' });
    expect(updated.json).toEqual({ success: true, data: { updated: true } });
    expect((await call(service, `GET ${at('token')}`)).json.data).toMatchObject({ expiry_date: 3307 });
    expect(verdict(await call(service, `PATCH ${at('update')}`, { expiry_date: '3313' }))).toBe('404 1016');
    expect((await call(service, `DELETE ${at('remove')}`)).json).toEqual({ success: true, data: { removed: true } });
    for (const [method, action] of [
      ['GET', 'token'],
      ['PATCH', 'update'],
      ['DELETE', 'remove'],
    ] as const) {
      const gone = await call(
        service,
        `${method} ${at(action)}`,
        method === 'PATCH' ? { expiry_date: 3306 } : undefined,
      );
      expect(gone).toMatchObject({ status: 410, json: { success: false, data: {}, error_code: 1000 } });
    }
    expect(verdict(await charge(token))).toBe('404 1024');
  });

  it('is unknown to another customer, and to another website', async () => {
    const { reference, token } = await stored();
    const other = { api_key: TILL_KEY };
    expect(verdict(await call(service, `GET ${pathOf('somebody', `/token/${token}`)}`))).toBe('410 1000');
    expect(verdict(await call(service, `GET ${pathOf(reference)}`, undefined, other))).toBe('410 1000');
    expect(verdict(await call(service, `DELETE ${pathOf(reference, `/remove/${token}`)}`, undefined, other))).toBe(
      '410 1000',
    );
    expect(verdict(await charge(token, {}, TILL_KEY))).toBe('404 1024');
    expect(verdict(await charge(token))).toBe('ok');
  });

  it('is one of a page of them, the oldest first', async () => {
    const reference = 'customer of many';
    const tokens: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      tokens.push((await stored(CARD.card_number, { order_id: `M-${index}`, customer: { reference } })).token);
    }
    const page = async (query: string) =>
      ((await call(service, `GET ${pathOf(reference)}${query}`)).json.data['tokens'] as { token: string }[]).map(
        (one) => one.token,
      );
    expect(await page('')).toEqual(tokens.slice(0, 10));
    expect(await page('?limit=5&offset=10')).toEqual(tokens.slice(10));
    expect(verdict(await call(service, `GET ${pathOf(reference)}?offset=12`))).toBe('410 1000');
  });
});

describe('a charge of a stored card', () => {
  it('needs the token alone, and shows it', async () => {
    const { token } = await stored();
    const { json } = await charge(token, { recurring_model: 'unscheduled' });
    expect(json.data).toMatchObject({
      status: 'completed',
      financial_status: 'completed',
      payment_details: {
        type: 'MASTERCARD',
        last4: '0004',
        account_holder_name: 'Ann Jansen',
        recurring_id: token,
        recurring_model: 'unscheduled',
        recurring_flow: 'token',
      },
    });
    expect(json.data).not.toHaveProperty('payment_url');
  });

  it('ends as the card says, also when it was paid the first time', async () => {
    const order = storing();
    await service.create({ ...order, type: 'direct', gateway_info: { ...CARD, card_number: '4462000000000003' } });
    await service.sandbox.accept(order.order_id);
    const { recurring_id } = details(await service.get(order.order_id));
    expect((await charge(String(recurring_id))).json.data).toMatchObject({ status: 'uncleared' });
  });

  it('is refused once the card has expired, by the time or by hand, and good again with a new date', async () => {
    const { reference, token } = await stored();
    expect(await service.sandbox.tokens.expire(token)).toMatchObject({ token, reference, expired: true });
    expect((await call(service, `GET ${pathOf(reference)}`)).json.data['tokens']).toMatchObject([{ expired: 1 }]);
    const refused = await charge(token);
    expect(refused).toMatchObject({
      status: 404,
      json: { error_code: 1024, error_info: expect.stringContaining('expired') },
    });
    await call(service, `PATCH ${pathOf(reference, `/update/${token}`)}`, { expiry_date: 3112 });
    expect(verdict(await charge(token))).toBe('ok');
    expect(await service.sandbox.tokens.list({ reference })).toMatchObject([
      { token, expired: false, model: 'cardOnFile' },
    ]);
    await expect(service.sandbox.tokens.expire('nobody')).rejects.toMatchObject({ code: 'TOKEN_UNKNOWN' });
  });

  it('needs no token where a shopper pays on a page', async () => {
    expect(verdict(await service.create({ order_id: 'page', recurring_id: 'nobody' }))).toBe('ok');
  });
});

describe('an order for nothing', () => {
  const zero = () => ({ ...storing('unscheduled'), amount: 0, type: 'direct', gateway_info: CARD });

  it('is refused with 1001, as the specification has it', async () => {
    expect(verdict(await service.create(zero()))).toBe('404 1001');
  });

  it('stores a card on an account that may, and charges nothing', async () => {
    service.sandbox.adjust('web', { zeroAuthorisation: true });
    const reply = await service.create(zero());
    expect(reply.json.data).toMatchObject({ status: 'completed', amount: 0, payment_details: { last4: '0004' } });
    const token = String(details(reply)['recurring_id']);
    expect((await charge(token)).json.data).toMatchObject({ status: 'completed', amount: 4599 });
    const orderId = String(reply.json.data['order_id']);
    expect(verdict(await call(service, `POST /orders/${orderId}/refunds`, { currency: 'EUR', amount: 1 }))).not.toBe(
      'ok',
    );
    expect(verdict(await call(service, `POST /orders/${orderId}/refunds`, { currency: 'EUR', amount: 0 }))).not.toBe(
      'ok',
    );
  });

  it.each([
    ['stores nothing', { recurring_model: undefined }],
    ['belongs to nobody', { customer: {} }],
    ['is less than nothing', { amount: -1 }],
  ])('is refused everywhere when it %s', async (_, fields) => {
    service.sandbox.adjust('web', { zeroAuthorisation: true });
    expect(verdict(await service.create({ ...zero(), ...fields }))).toBe('404 1001');
  });
});

describe('stored tokens over HTTP', () => {
  const control = async (path: string, body?: unknown) => {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/sandbox/${path}`, init);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };

  it('are listed, and expire', async () => {
    const { reference, token } = await stored();
    const query = new URLSearchParams({ reference, group: 'web' });
    expect((await control(`tokens?${query}`)).json['data']).toMatchObject([{ token, group: 'web', expired: false }]);
    expect(await control(`tokens/${token}`, { expired: true })).toMatchObject({
      status: 200,
      json: { data: { expired: true } },
    });
    expect(verdict(await charge(token))).toBe('404 1024');
    expect(await control(`tokens/${token}`, { expired: false })).toMatchObject({ status: 400 });
    expect(await control('tokens/nobody', { expired: true })).toMatchObject({ status: 404 });
  });
});

describe('a restart', () => {
  it('loses no token', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillbridge-sandbox-'));
    const database = join(folder, 'sandbox.sqlite');
    const first = await startService({ database });
    const { reference, token } = await stored(CARD.card_number, {}, first);
    await first.close();
    const second = await startService({ database });
    expect((await call(second, `GET ${pathOf(reference)}`)).json.data['tokens']).toMatchObject([{ token }]);
    const again = await second.create({ type: 'direct', order_id: 'again', recurring_id: token });
    expect(again.json.data).toMatchObject({ status: 'completed', payment_details: { recurring_id: token } });
    await second.close();
    await rm(folder, { recursive: true, force: true });
  });
});
