import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import {
  gatewaysRequest,
  listTransactionsRequest,
  paymentMethodsRequest,
  terminalsRequest,
  transactionRequest,
} from '../requests/index.js';
import {
  readGateways,
  readListedTransaction,
  readOrderEvent,
  readPaymentMethods,
  readTerminals,
  readTransactionsPage,
} from './index.js';

/** The items of a page that was read, or `null` if there was no list. */
const pageOf = (data: unknown, pager: unknown = null) => {
  const read = readTransactionsPage({ data, pager });
  return read.ok ? read.page : null;
};

describe('the request for a page of transactions', () => {
  it('sends nothing that was not requested', () => {
    expect(listTransactionsRequest()).toEqual({
      method: 'GET',
      path: '/v1/json/transactions',
      query: {},
      body: null,
      operation: 'list',
    });
  });

  it('carries every filter in the form of the service', () => {
    const request = listTransactionsRequest(
      {
        limit: 1_000,
        status: ['completed', 'shipped'],
        financialStatus: 'reserved',
        type: ['payment', 'refund'],
        paymentMethod: 'IDEAL',
        createdFrom: 1_753_953_275_999,
        createdUntil: 1_753_953_275_001,
        completedFrom: 0,
        completedUntil: 1_000,
        currency: 'EUR',
        movement: 'out',
        siteId: 9_001,
      },
      { cursor: 'c 1' },
    );
    expect(request.query).toEqual({
      limit: '1000',
      status: 'completed,shipped',
      financial_status: 'reserved',
      type: 'payment,refund',
      payment_method: 'IDEAL',
      created_from: '1753953275',
      created_until: '1753953276',
      completed_from: '0',
      completed_until: '1',
      currency: 'EUR',
      debit_credit: 'D',
      site_id: '9001',
      after: 'c 1',
    });
  });

  it('continues in either direction, and an empty list filters nothing', () => {
    const place = { cursor: 'c1', direction: 'newer' } as const;
    expect(listTransactionsRequest({ status: [], movement: 'in' }, place).query).toEqual({
      debit_credit: 'C',
      before: 'c1',
    });
  });
});

describe('requests with an identifier in their path', () => {
  it('accept digits only', () => {
    expect(transactionRequest('17472052901237123').path).toBe('/v1/json/transactions/17472052901237123');
    expect(terminalsRequest({ page: 2, limit: 10 }, '42')).toMatchObject({
      path: '/v1/json/terminal-groups/42/terminals',
      query: { page: '2', limit: '10' },
    });
    expect(paymentMethodsRequest({ amount: 1_250, groupCards: true }).query).toEqual({
      amount: '1250',
      group_cards: '1',
    });
  });

  it('say yes in the form of each list, and nothing that was not requested', () => {
    expect(terminalsRequest({ page: 1, limit: 10 }).path).toBe('/v1/json/terminals');
    expect(paymentMethodsRequest().query).toEqual({});
    expect(paymentMethodsRequest({ includeCoupons: true }).query).toEqual({ include_coupons: '1' });
    expect(gatewaysRequest().query).toEqual({});
    const filter = { amount: 1_250, currency: 'EUR', country: 'NL', locale: 'nl_NL', includeCoupons: true };
    const query = { amount: '1250', currency: 'EUR', country: 'NL', locale: 'nl_NL', include: 'coupons' };
    expect(gatewaysRequest(filter)).toMatchObject({ path: '/v1/json/gateways', query });
  });

  it.each(['', '..', '1/../../orders', '1?x=1', 'a', '1'.repeat(26), '１'])('take nothing else (%j)', (id) => {
    const refused = (code: string) => expect.objectContaining({ code, execution: 'not-executed' });
    expect(() => transactionRequest(id)).toThrow(refused('TRANSACTION_ID_INVALID'));
    expect(() => terminalsRequest({ page: 1, limit: 1 }, id)).toThrow(refused('TERMINAL_GROUP_ID_INVALID'));
  });
});

describe('a page of transactions', () => {
  it('is read with the long identifiers and minor units of the service', () => {
    const dispute = { status: 'open', reason_code: 4853 };
    const [item] = pageOf([
      {
        transaction_id: '1756810000000456123',
        order_id: 77,
        amount: '1500',
        net: -25,
        costs: [{ amount: 25, description: 'Fee', dst: '' }],
        customer: { email: '', first_name: 'Ann' },
        var1: 'refund:R-88',
        var2: '',
        completed: '',
        dispute,
        site_id: 9_001,
      },
    ])!.items;
    expect(item).toMatchObject({
      transaction_id: '1756810000000456123',
      order_id: '77',
      amount: 1_500,
      net: -25,
      costs: [{ amount: 25, description: 'Fee', dst: null }],
      customer: { email: null, first_name: 'Ann', last_name: null, iban: null },
      dispute: { status: 'open', reason_code: '4853', reason_description: null },
      completed: null,
      var1: 'refund:R-88',
      var2: null,
      site_id: '9001',
    });
  });

  const url = 'https://api.example/v1/json/transactions?limit=1&after=c2&before=c0';
  it.each([
    ['bare, beside an address', { after: url, cursor: { after: 'c2', before: 'c1' } }, 'c2', 'c1'],
    ['in an address alone', { after: url, before: url }, 'c2', 'c0'],
    ['bare in the place of an address', { after: 'c2', before: null }, 'c2', null],
    ['in an address without a host', { after: '/v1/json/transactions?api_key=k&after=c2' }, 'c2', null],
    ['in an address that stands for the bare one', { cursor: { after: `${url}&api_key=k` } }, 'c2', null],
    ['such that they hold a key', { cursor: { after: 'api_key=k' } }, null, null],
    ['empty', { after: '', cursor: { after: '' } }, null, null],
    ['in an address without any', { after: 'https://api.example/' }, null, null],
    ['longer than an address', { cursor: { after: 'c'.repeat(2_049) } }, null, null],
    ['absent', null, null, null],
    ['an empty PHP array', [], null, null],
  ])('finds cursors that are %s', (_name, pager, after, before) => {
    expect(pageOf([], pager)).toMatchObject({ after, before });
  });

  it('is not read as empty if there is no list', () => {
    for (const data of [{}, 'no', 7, true]) expect(pageOf(data)).toBeNull();
    for (const data of [[], null, undefined]) expect(pageOf(data)?.items).toEqual([]);
  });

  it('keeps its length, for any items', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), (data, pager) => {
        expect(pageOf(data, pager)!.items).toHaveLength(data.length);
      }),
    );
  });
});

describe('one transaction', () => {
  it('is read with its cost in minor units, and with the state of a dispute', () => {
    const costs = [{ amount: '12', description: 'fee', dst: '' }];
    const dispute = { status: 'open', reason_code: '' };
    expect(readListedTransaction({ transaction_id: 17, costs, dispute })).toMatchObject({
      transaction_id: '17',
      costs: [{ amount: 12, description: 'fee', dst: null }],
      dispute: { status: 'open', reason_code: null },
    });
    expect(readListedTransaction({})).toMatchObject({ transaction_id: null, costs: [], dispute: null });
  });
});

describe('payment methods, terminals and events', () => {
  it('are read with their banks, and with yes in every spelling', () => {
    const additional_data = { issuers: [{ code: '0031', description: 'A bank' }, { description: 'nobody' }] };
    const tokenization = { is_enabled: 'true' };
    const amounts = { allowed_amount: { min: 1, max: null }, allowed_countries: ['NL', 7] };
    const sent = { id: 'IDEAL', shopping_cart_required: 1, tokenization, additional_data, ...amounts };
    expect(readPaymentMethods([sent])).toMatchObject([
      {
        allowed_amount: { min: 1, max: null },
        allowed_countries: ['NL'],
        shopping_cart_required: true,
        tokenization: true,
        issuers: [{ code: '0031', description: 'A bank' }],
      },
    ]);
    const active = [true, 1, '1', 'no', false].map((one, index) => ({ id: index + 1, active: one }));
    const { items } = readTerminals({ data: active, pager: { total_items: 5 } });
    expect(items.map((terminal) => terminal.active)).toEqual([true, true, true, false, false]);
  });

  it('are left out if they have no id', () => {
    expect(readPaymentMethods([{ name: 'No one' }, null, { id: 'IDEAL', brands: [{}, { id: 'X' }] }])).toMatchObject([
      { id: 'IDEAL', brands: [{ id: 'X', name: null, allowed_countries: [] }] },
    ]);
    expect(readGateways([{ id: '' }, { id: 'VISA' }])).toEqual([{ id: 'VISA', description: null, type: null }]);
    expect(readTerminals({ data: [{ name: 'Desk' }, { id: 7, active: 1 }], pager: null })).toMatchObject({
      items: [{ id: '7', active: true }],
      total: null,
    });
    expect(readOrderEvent({ data: 'no JSON' })).toBeNull();
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => {
        readPaymentMethods(data);
        readPaymentMethods([data]);
        readGateways([data]);
        readTerminals({ data: [data], pager: data });
        readOrderEvent({ data: JSON.stringify(data) });
      }),
    );
  });

  it('name the state of an order, in one spelling', () => {
    const data = '{"order_id":"POS-77","status":"canceled","transaction_id":1756720999000001123}';
    expect(readOrderEvent({ event: 'session.order', id: '5', data })).toMatchObject({
      type: 'session.order',
      id: '5',
      order_id: 'POS-77',
      status: 'cancelled',
      transaction_id: '1756720999000001123',
    });
  });
});
