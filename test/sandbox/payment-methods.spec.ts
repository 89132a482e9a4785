import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { call, verdict } from './support/api.js';
import { startService, type Service, type ServiceReply } from './support/service.js';

let service: Service;
beforeAll(async () => void (service = await startService()));
afterAll(() => service.close());

let number = 0;
const get = (path: string): Promise<ServiceReply> => call(service, `GET ${path}`);
const itemsOf = async (path: string): Promise<Record<string, unknown>[]> =>
  Object.values((await get(path)).json.data) as Record<string, unknown>[];
const idsOf = async (path: string): Promise<unknown[]> => (await itemsOf(path)).map(({ id }) => id);
const icons = (code: string): Record<string, string> =>
  Object.fromEntries(
    ['large', 'medium', 'vector'].map((size) => [size, `${service.url}/sandbox/icons/${size}/${code}.svg`]),
  );

describe('GET /payment-methods', () => {
  it('shows a card with every field', async () => {
    expect((await get('/payment-methods/visa')).json.data).toEqual({
      additional_data: {},
      allowed_amount: { max: null, min: 1 },
      allowed_countries: [],
      allowed_currencies: [],
      apps: {
        fastcheckout: { is_enabled: false },
        payment_components: { has_fields: true, is_enabled: true, qr: { supported: false } },
      },
      brands: [],
      icon_urls: icons('VISA'),
      id: 'VISA',
      name: 'Visa',
      preferred_countries: [],
      required_customer_data: [],
      shopping_cart_required: false,
      tokenization: { is_enabled: true, models: { cardonfile: true, subscription: true, unscheduled: true } },
      type: 'payment-method',
    });
  });

  it('shows the cards behind the group of them, with their icons', async () => {
    const [cards] = await itemsOf('/payment-methods?group_cards=1&currency=USD');
    expect(cards).toMatchObject({ id: 'CREDITCARD' });
    expect(cards?.['brands']).toContainEqual({
      allowed_countries: [],
      icon_urls: icons('MASTERCARD'),
      id: 'MASTERCARD',
      name: 'Mastercard',
    });
  });

  it('shows what a loan asks for, a code to scan, and a limit', async () => {
    expect((await get('/payment-methods/AFTERPAY')).json.data).toMatchObject({
      shopping_cart_required: true,
      required_customer_data: expect.arrayContaining(['email', 'birthday']),
      tokenization: { is_enabled: false, models: null },
    });
    expect((await get('/payment-methods/MISTERCASH')).json.data).toMatchObject({
      apps: { payment_components: { qr: { supported: true } } },
    });
    expect((await get('/payment-methods/IDEAL')).json.data).toMatchObject({
      allowed_amount: { min: 1, max: 5_000_000 },
    });
  });

  it('is filtered by country, currency and amount', async () => {
    expect(await idsOf('/payment-methods?country=PT')).toContain('MBWAY');
    expect(await idsOf('/payment-methods?country=NL')).not.toContain('MBWAY');
    expect(await idsOf('/payment-methods?currency=SEK')).toContain('KLARNA');
    expect(await idsOf('/payment-methods?currency=SEK')).not.toContain('IDEAL');
    expect(await idsOf('/payment-methods?amount=5000001')).not.toContain('IDEAL');
  });

  it('has coupons only when they are asked for', async () => {
    expect(await idsOf('/payment-methods')).not.toContain('VVVGIFTCARD');
    const all = await itemsOf('/payment-methods?include_coupons=1');
    expect(all.find(({ id }) => id === 'VVVGIFTCARD')).toMatchObject({ type: 'coupon', name: 'VVV Cadeaukaart' });
    expect(all.find(({ id }) => id === 'VISA')).toMatchObject({ type: 'payment-method' });
  });

  it('has local names in the language that is asked for', async () => {
    const name = async (locale: string) => (await get(`/payment-methods/BANKTRANS?locale=${locale}`)).json.data['name'];
    expect(await Promise.all(['nl_NL', 'de_DE', 'en_US', 'xx'].map(name))).toEqual([
      'Bankoverschrijving',
      'Banküberweisung',
      'Bank transfer',
      'Bank transfer',
    ]);
  });
});

describe('GET /gateways', () => {
  it('has a shape of its own, with coupons when they are asked for', async () => {
    const all = await itemsOf('/gateways?include=coupons&locale=nl_NL');
    expect(all).toEqual(
      expect.arrayContaining([
        { id: 'DIRDEB', description: 'SEPA-incasso' },
        { id: 'BOEKENBON', description: 'Boekenbon', type: 'coupon' },
      ]),
    );
    expect(await idsOf('/gateways')).not.toContain('BOEKENBON');
  });
});

describe('an icon', () => {
  it('is given to anyone, and may be kept', async () => {
    const answer = await fetch(icons('IDEAL')['large'] ?? '');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(await answer.text()).toContain('>iDEAL</text>');
  });

  it.each(['large/BARTER.svg', 'huge/IDEAL.svg', 'large/IDEAL.png'])('is none at %s', async (path) => {
    expect((await fetch(`${service.url}/sandbox/icons/${path}`)).status).toBe(404);
  });
});

describe('a new order', () => {
  const create = (fields: Record<string, unknown>): Promise<ServiceReply> =>
    service.create({ order_id: `PM-${(number += 1)}`, ...fields });

  it.each('IDEAL MISTERCASH BELFIUS KBC CBC EPS BIZUM MBWAY MULTIBANCO MYBANK DIRDEB VVVGIFTCARD'.split(' '))(
    'for %s is refused in another currency than euro',
    async (gateway) => {
      expect(verdict(await create({ gateway, currency: 'GBP' }))).toBe('404 1002');
      expect(verdict(await create({ gateway, currency: 'EUR' }))).toBe('ok');
    },
  );

  const items = [{ name: 'Mug', unit_price: 45.99, quantity: 1, tax_table_selector: 'none', merchant_item_id: 'M' }];
  it.each([
    ['KLARNA', 'SEK', 'ok'],
    ['AFTERPAY', 'NOK', 'ok'],
    ['KLARNA', 'USD', '404 1002'],
    ['IN3', 'SEK', '404 1002'],
    ['PAYAFTER', 'GBP', '404 1002'],
  ])('with a loan from %s in %s is answered with %s', async (gateway, currency, expected) => {
    expect(verdict(await create({ gateway, currency, shopping_cart: { items } }))).toBe(expected);
  });

  it('above what its method takes is refused', async () => {
    expect(verdict(await create({ gateway: 'BIZUM', amount: 100_001 }))).toBe('404 1001');
    expect(verdict(await create({ gateway: 'BIZUM', amount: 100_000 }))).toBe('ok');
  });

  it('in another currency is not offered what takes euro alone', async () => {
    const { json } = await create({ currency: 'USD' });
    const page = await (await fetch(String(json.data['payment_url']))).text();
    expect(page).toContain('Visa');
    expect(page).not.toContain('iDEAL');
  });
});
