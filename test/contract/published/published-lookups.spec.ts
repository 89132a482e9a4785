import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  readApiToken,
  readApplePaySession,
  readGateways,
  readIssuers,
  readPaymentMethods,
  readReceipt,
  readTerminals,
} from '../../../src/protocol/index.js';
import { TILL_KEY } from '../../sandbox/support/service.js';
import { ACCOUNT_SCHEMA, API_TOKEN_SCHEMA, APPLE_PAY_SCHEMA } from './answers.schema.js';
import { dataOf, startRawApi, type RawApi } from './api-calls.js';
import {
  CODED_SCHEMA,
  GATEWAY_SCHEMA,
  PAYMENT_METHOD_SCHEMA,
  RECEIPT_SCHEMA,
  TERMINAL_SCHEMA,
} from './catalogue.schema.js';
import { listOf, object } from './fields.js';
import { faultsOf, refusalFaults, succeeding } from './published-answer.js';

/** Every identifier that is published, without gift cards. */
const IDENTIFIERS =
  'AMEX MAESTRO MASTERCARD VISA BANKTRANS BELFIUS BIZUM CBC DBRTP DIRDEB DIRECTBANK DOTPAY EPS GIROPAY IDEAL IDEALQR KBC ' +
  'MBWAY MISTERCASH MULTIBANCO MYBANK TRUSTLY TRUSTPAY ALIPAY ALIPAYPLUS AMAZONBTN APPLEPAY GOOGLEPAY PAYPAL WECHAT ' +
  'AFTERPAY BILLINK BNPL_INSTM BNPL_MF EINVOICE IN3 KLARNA PAYAFTER SANTANDER ZINIA PSAFECARD';
const COUPONS =
  'EDENCOM EDENECO EDENRES EDENSPORTS AMSGIFT BABYCAD BEAUTYCAD BEAUTYWELL BIERCHEQUE BLOEMENCAD BOEKENBON BOEKENVOOR ' +
  'DORDTPAS FASHIONCHQ FASHIONGFT GELREPAS GEZONDHEID GOOD4FUN HORSESGIFT HUISTUIN KIDSCADEAU KLUSCADEAU NATENCRD ' +
  'NATNLBIOSC NATNLETUIN OHMYGOOD ROTGIFT SPORTENFIT SPORTSGIFT UPAS VVVGIFTCARD WIJNCADEAU YOURGIFT';

const SETTINGS = {
  terminalGroups: [{ name: 'till', apiKey: TILL_KEY, terminals: [{ id: 'T1' }] }],
};

let api: RawApi;
beforeAll(async () => void (api = await startRawApi(SETTINGS, TILL_KEY)));
afterAll(() => api.service.close());

/** The items of a list that its schema has taken. */
async function listed(path: string, schema: object): Promise<Record<string, unknown>[]> {
  const { status, text } = await api.send('GET', path);
  expect([status, faultsOf(succeeding(listOf(schema as never)), text)]).toEqual([200, []]);
  return dataOf(text) as never;
}

const idsOf = (items: readonly Record<string, unknown>[]): unknown[] => items.map(({ id }) => id);

describe('what can be offered', () => {
  it('is every published method, and gift cards for those who ask', async () => {
    const plain = await listed('/payment-methods', PAYMENT_METHOD_SCHEMA);
    const all = await listed('/payment-methods?include_coupons=1', PAYMENT_METHOD_SCHEMA);
    expect(idsOf(plain)).toEqual(expect.arrayContaining(IDENTIFIERS.split(' ')));
    expect(plain.filter(({ type }) => type !== 'payment-method')).toEqual([]);
    expect(idsOf(all)).toEqual(expect.arrayContaining([...IDENTIFIERS.split(' '), ...COUPONS.split(' ')]));
    expect(readPaymentMethods(all)).toHaveLength(all.length);
  });

  it.each([
    ['currency=USD', { has: 'VISA', lacks: 'IDEAL' }],
    ['currency=EUR&country=BE', { has: 'MISTERCASH', lacks: 'IDEAL' }],
    ['amount=100000000', { has: 'VISA', lacks: 'IDEAL' }],
    ['group_cards=1', { has: 'CREDITCARD', lacks: 'VISA' }],
    ['locale=nl_NL', { has: 'BANKTRANS', lacks: 'EDENRES' }],
  ])('is narrowed by %s', async (query, { has, lacks }) => {
    const ids = idsOf(await listed(`/payment-methods?${query}`, PAYMENT_METHOD_SCHEMA));
    expect([ids.includes(has), ids.includes(lacks)]).toEqual([true, false]);
  });

  it.each(['IDEAL', 'VISA', 'KLARNA', 'VVVGIFTCARD', 'CREDITCARD'])('is told of one method alone: %s', async (id) => {
    const { text } = await api.send('GET', `/payment-methods/${id}`);
    expect(faultsOf(succeeding(PAYMENT_METHOD_SCHEMA), text)).toEqual([]);
    const icons = dataOf(text)['icon_urls'] as Record<string, string>;
    for (const icon of Object.values(icons)) {
      const answer = await fetch(icon);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    }
  });

  it('is told in short, too', async () => {
    const plain = await listed('/gateways', GATEWAY_SCHEMA);
    const all = await listed('/gateways?include=coupons', GATEWAY_SCHEMA);
    expect(idsOf(plain)).toEqual(expect.arrayContaining(IDENTIFIERS.split(' ')));
    expect(plain.filter(({ type }) => type !== undefined)).toEqual([]);
    expect(all.filter(({ type }) => type === 'coupon').map(({ id }) => id)).toEqual(
      expect.arrayContaining(COUPONS.split(' ')),
    );
    expect(readGateways(all)).toHaveLength(all.length);
  });

  it.each(['/payment-methods/BARTER', '/gateways/BARTER', '/issuers/BARTER'])(
    'is nothing unknown: %s',
    async (path) => {
      expect(refusalFaults(await api.send('GET', path), { status: 404, code: 1023 })).toEqual([]);
    },
  );
});

describe('what clients look up', () => {
  it('are the banks of a method, those of the test environment among them', async () => {
    const banks = await listed('/issuers/IDEAL', CODED_SCHEMA);
    expect(banks.map(({ code }) => code)).toEqual(expect.arrayContaining(['0031', '0751', '0721', '0021']));
    expect(readIssuers(banks)).toEqual(banks);
    expect((await listed('/categories', CODED_SCHEMA)).length).toBeGreaterThan(0);
  });

  it('are who they are, and a token for a page', async () => {
    const me = await api.send('GET', '/me');
    const token = await api.send('GET', '/auth/api_token');
    expect(faultsOf(succeeding(ACCOUNT_SCHEMA), me.text)).toEqual([]);
    expect(faultsOf(succeeding(API_TOKEN_SCHEMA), token.text)).toEqual([]);
    expect(readApiToken(dataOf(token.text))).toBe(dataOf(token.text)['api_token']);
  });

  it('is a session of Apple Pay that says that it is none', async () => {
    const { text } = await api.send('POST', '/wallets/sessions/applepay', {
      origin_domain: 'shop.example',
      validation_url: 'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    });
    expect(faultsOf(succeeding(APPLE_PAY_SCHEMA), text)).toEqual([]);
    expect(readApplePaySession(dataOf(text))).toMatchObject({ displayName: expect.stringMatching(/sandbox/i) });
  });
});

describe('tills', () => {
  it('are listed with the pages of the list', async () => {
    const { text } = await api.send('GET', '/terminals');
    const pager = object({ limit: { type: 'integer' }, page: { type: 'integer' }, total_items: { const: 1 } });
    expect(faultsOf(succeeding(listOf(TERMINAL_SCHEMA), { pager }), text)).toEqual([]);
    expect(readTerminals({ data: dataOf(text), pager: JSON.parse(text).pager })).toMatchObject({ total: 1 });
  });

  it('give a receipt of what was paid there, with the tip on top and what was refunded', async () => {
    const { orderId } = await api.order({ gateway_info: { terminal_id: 'T1' } });
    const path = `/pos/receipt/${orderId}`;
    expect(refusalFaults(await api.send('GET', path), { status: 404, code: 1006 })).toEqual([]);
    await api.service.sandbox.pay(orderId, { method: 'VISA', tip: 401 });
    const paid = await api.send('GET', path);
    expect(faultsOf(succeeding(RECEIPT_SCHEMA), paid.text)).toEqual([]);
    expect(dataOf(paid.text)['order']).toMatchObject({ amount: 5_000, amountrefunded: 0, tip: { amount: 401 } });
    await api.send('POST', `/orders/${orderId}/refunds`, { currency: 'EUR', amount: 100 });
    const refunded = await api.send('GET', path);
    expect(faultsOf(succeeding(RECEIPT_SCHEMA), refunded.text)).toEqual([]);
    expect(readReceipt(dataOf(refunded.text))).toMatchObject({ order: { amount: 5_000 } });
    expect(dataOf(refunded.text)['related_transactions']).toHaveLength(1);
  });
});

describe('a path that is not built', () => {
  it.each([
    ['GET', '/closing-balances'],
    ['POST', '/orders/P-1/files'],
    ['POST', '/pad/orders/P-1/onhold'],
    ['POST', '/pad/orders/P-1/autoexpire'],
    ['GET', '/sites/1'],
  ])('is named in the refusal: %s %s', async (method, path) => {
    const answer = await api.send(method, path, method === 'GET' ? undefined : {});
    expect(refusalFaults(answer, { status: 404, code: 1000 })).toEqual([]);
    expect(JSON.parse(answer.text).error_info).toContain(path);
  });
});
