import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { parseOrder } from '../order.parser.js';
import { readBookedRefund, readCreatedOrder, readExpirationDate, readOrderPart } from './order.responses.js';

describe('readCreatedOrder', () => {
  it('reads the fields that are present', () => {
    const known = {
      order_id: 'S1',
      session_id: '81k',
      payment_url: 'https://pay.example/connect/81k/',
      events_token: 'aaa.bbb.ccc',
      events_stream_url: 'https://api.example/events/stream/',
    };
    expect(readCreatedOrder({ ...known, events_url: 'wss://api.example/events/' })).toEqual(known);
  });

  it('reads absent fields as null, numbers as text, and the other name of the stream', () => {
    expect(readCreatedOrder({ order_id: 77, payment_url: '', event_stream_url: 'https://api.example/' })).toEqual({
      order_id: '77',
      session_id: null,
      payment_url: null,
      events_token: null,
      events_stream_url: 'https://api.example/',
    });
  });
});

const ODD_ADDRESSES = [
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:x',
  'data:text/html,x',
  '/pay',
  '//x',
  7,
];

describe('a payment page at no address of the web, where a shop sends its customers,', () => {
  it.each(ODD_ADDRESSES)('is none: %j', (payment_url) => {
    expect(readCreatedOrder({ payment_url }).payment_url).toBeNull();
    const { order, faults } = parseOrder({ payment_url });
    expect([order.payment_url, faults]).toEqual([
      null,
      [{ path: 'payment_url', message: 'is not an address of the web' }],
    ]);
  });
});

describe('the answers to changes of an order', () => {
  it('return the order that a part has become, if there is one', () => {
    expect(readOrderPart({ order_id: 'S1-0001', transaction_id: '17472052901237123' })).toEqual({
      order_id: 'S1-0001',
      transaction_id: '17472052901237123',
    });
    expect(readOrderPart([])).toEqual({ order_id: null, transaction_id: null });
  });

  it.each([
    [
      { transaction_id: 17, refund_id: 18 },
      { refund_id: '18', transaction_id: '17', order_id: null },
    ],
    [
      { order_id: 'S1', transaction_id: 17 },
      { refund_id: null, transaction_id: '17', order_id: 'S1' },
    ],
    [{}, { refund_id: null, transaction_id: null, order_id: null }],
  ])('of a refund, %j: any identifier, or none', (data, expected) => {
    expect(readBookedRefund(data)).toEqual(expected);
  });

  it.each([
    [{ expiration_date: '2028-03-01' }, '2028-03-01'],
    ['2028-03-01', '2028-03-01'],
    [{}, null],
    ['', null],
  ])('of a longer reservation, %j: the day, if it is named', (data, expected) => {
    expect(readExpirationDate(data)).toBe(expected);
  });
});

it('no reader throws on any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      expect(Object.keys(readCreatedOrder(data))).toHaveLength(5);
      expect(Object.keys(readBookedRefund(data))).toHaveLength(3);
      expect(['string', 'object']).toContain(typeof readExpirationDate(data));
    }),
  );
});
