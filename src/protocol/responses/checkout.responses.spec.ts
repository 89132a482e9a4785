import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { apiTokenRequest, applePaySessionRequest, issuersRequest, receiptRequest } from '../requests/index.js';
import { readApiToken, readApplePaySession, readIssuers, readPaymentMethods, readReceipt } from './index.js';

describe('the requests of a payment page', () => {
  it('ask for banks, a token, a session and a receipt', () => {
    const browser = { originDomain: 'shop.example', validationUrl: 'https://apple.example/session' };
    const asked = [issuersRequest('MYBANK'), apiTokenRequest(), applePaySessionRequest(browser), receiptRequest('P/1')];
    expect(asked.map(({ method, path, operation }) => `${method} ${path} ${operation}`)).toEqual([
      'GET /v1/json/issuers/MYBANK payment-methods',
      'GET /v1/json/auth/api_token checkout',
      'POST /v1/json/wallets/sessions/applepay checkout',
      'GET /v1/json/pos/receipt/P%2F1 read',
    ]);
    expect(asked[2]?.body).toEqual({ origin_domain: 'shop.example', validation_url: 'https://apple.example/session' });
  });

  it.each(['', '..', 'MY/BANK', 'MY BANK', 7])('know no payment method %p', (gateway) => {
    expect(() => issuersRequest(gateway as string)).toThrow(expect.objectContaining({ code: 'GATEWAY_INVALID' }));
  });
});

describe('the answers to a payment page', () => {
  it('are banks that have a code', () => {
    expect(readIssuers([{ code: '0031', description: 'A bank' }, { code: 7 }, { description: 'no one' }])).toEqual([
      { code: '0031', description: 'A bank' },
      { code: '7', description: null },
    ]);
  });

  it('are banks with a name, where a list of methods names them', () => {
    const issuers = [{ bic: 'BANKNL2A', code: '0031', name: 'A bank' }];
    expect(readPaymentMethods([{ id: 'IDEAL', additional_data: { issuers } }])[0]?.issuers).toEqual([
      { code: '0031', description: 'A bank' },
    ]);
  });

  it('are a token, if there is one', () => {
    expect([{ api_token: 'pub.v2.x' }, { api_token: '' }, {}, null].map(readApiToken)).toEqual([
      'pub.v2.x',
      null,
      null,
      null,
    ]);
  });

  it('are a session, as an object, as text, and without the wrapper', () => {
    const session = { merchantSessionIdentifier: 'm1' };
    const shapes = [{ session }, { session: JSON.stringify(session) }, session, JSON.stringify(session)];
    expect(shapes.map(readApplePaySession)).toEqual([session, session, session, session]);
    expect([{ session: 'no JSON' }, { session: null }, {}, [], 'x', 7, null].map(readApplePaySession)).toEqual(
      Array(7).fill(null),
    );
  });

  it('are payment methods with pictures, brands, what can be stored, and where they can be shown', () => {
    const icons = { large: 'https://x/l.png', medium: 'https://x/m.png', vector: 'https://x/v.svg' };
    const [method] = readPaymentMethods([
      {
        id: 'CREDITCARD',
        icon_urls: icons,
        brands: [{ id: 'VISA', name: 'Visa', icon_urls: icons }],
        tokenization: { is_enabled: true, models: { cardOnFile: true, subscription: 1, unscheduled: false } },
        apps: {
          fastcheckout: { is_enabled: 0 },
          payment_components: { is_enabled: true, has_fields: '1', qr: { supported: true } },
        },
      },
    ]);
    expect(method).toMatchObject({
      icon_urls: icons,
      brands: [{ id: 'VISA', icon_urls: icons }],
      tokenization: true,
      tokenization_models: ['cardOnFile', 'subscription'],
      apps: {
        fastcheckout: { is_enabled: false },
        payment_components: { is_enabled: true, has_fields: true, qr: { supported: true } },
      },
    });
    const [bare] = readPaymentMethods([
      { id: 'X', tokenization: { models: ['cardOnFile', 7] }, brands: [{ id: 'Y' }] },
    ]);
    expect(bare).toMatchObject({
      tokenization_models: ['cardOnFile'],
      apps: { payment_components: { is_enabled: false, has_fields: false, qr: { supported: false } } },
      brands: [{ icon_urls: { large: null, medium: null, vector: null } }],
    });
  });

  it('are receipts, in both forms of the items, with leading zeros that numbers have lost', () => {
    const items = [{ name: 'Mug', quantity: 2, unit_price: 4.5 }];
    const tip = { amount: 100, employee: { id: 7, name: 'Ann' } };
    const order = { transaction_id: 17, amount: 1_000, amountrefunded: 0, currency: 'EUR', completed: 'x', items, tip };
    const read = readReceipt({
      merchant: { name: 'Shop', address: 'Street 1' },
      order,
      payment: { payment_method: 'VISA', last4: 190, response_code: 0, card_expiry_date: 912 },
      printed_on: 'now',
      related_transactions: [{ amount: -5 }, null],
    });
    expect(read).toMatchObject({
      merchant: { name: 'Shop' },
      order: {
        ...order,
        transaction_id: '17',
        items: [{ name: 'Mug', quantity: '2', unit_price: '4.5' }],
        tip: { amount: 100, employee: { id: '7', name: 'Ann' } },
      },
      payment: {
        payment_method: 'VISA',
        last4: '0190',
        response_code: '0',
        card_expiry_date: '0912',
        terminal_id: null,
      },
      related_transactions: [{ amount: -5 }],
    });
    expect(readReceipt({ order: { items: { items } } }).order.items).toHaveLength(1);
    expect(readReceipt({ order: { items: null, tip: null } }).order).toMatchObject({
      items: [],
      tip: null,
      amount: null,
    });
  });

  it('are a receipt whose tip and employee came in lists, and whose one related transaction did not', () => {
    const tip = [{ amount: 100, employee: [{ id: 7, name: 'Ann' }] }];
    const read = readReceipt({ order: { amount_refunded: 5, tip }, related_transactions: { amount: -5 } });
    expect(read).toMatchObject({
      order: { amountrefunded: 5, tip: { amount: 100, employee: { id: '7', name: 'Ann' } } },
      related_transactions: [{ amount: -5 }],
    });
    expect(readReceipt({ order: { tip: [] }, related_transactions: [] })).toMatchObject({
      order: { tip: null },
      related_transactions: [],
    });
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        readIssuers(data);
        readApiToken(data);
        readApplePaySession(data);
        readReceipt(data);
        readReceipt({ order: data, payment: data, related_transactions: data });
        readReceipt({ order: { items: data, tip: data } });
        readPaymentMethods([{ id: 'X', apps: data, tokenization: data, icon_urls: data }]);
      }),
    );
  });
});
