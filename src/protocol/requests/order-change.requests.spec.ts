import { describe, expect, it } from '@jest/globals';

import { writeJson } from '../json-decimal.js';
import { Money } from '../money.js';
import { cancelReservationRequest, captureRequest } from './capture.requests.js';
import { cancelOrderRequest, shipOrderRequest, updateOrderRequest } from './order-change.requests.js';
import type { RefundInput } from './order-change.types.js';
import { cancelRefundRequest, refundRequest } from './refund.requests.js';

const euros = (decimal: string): Money => Money.of(decimal, 'EUR');
const mug = { name: 'Mug', merchantItemId: 'M1', taxPercent: '21', unitPriceIncludingTax: euros('12.10') };
const pen = { name: 'Pen', merchantItemId: 'P1', taxPercent: '0', unitPriceIncludingTax: euros('2.00') };

describe('the requests that change an order', () => {
  it('add an invoice, or request more time', () => {
    expect(updateOrderRequest('S1/a', { invoiceId: 'F-1', invoiceUrl: 'https://shop.example/f1' })).toEqual({
      method: 'PATCH',
      path: '/v1/json/orders/S1%2Fa',
      query: {},
      body: { invoice_id: 'F-1', invoice_url: 'https://shop.example/f1' },
      operation: 'update',
    });
    const input = { extendExpiration: true, reason: 'late', memo: 'call', poNumber: 'P-1' } as const;
    expect(updateOrderRequest('S1', input).body).toEqual({
      extend_expiration: true,
      reason: 'late',
      memo: 'call',
      po_number: 'P-1',
    });
  });

  it('report a shipment, whole or in part', () => {
    expect(shipOrderRequest('S1', {}).body).toEqual({ status: 'shipped' });
    const texts = { carrier: 'Post', poNumber: 'P-1', reason: 'r', memo: 'm', invoiceId: 'F-1' };
    const links = { trackTraceUrl: 'https://post.example/3S', invoiceUrl: 'https://shop.example/f1' };
    const part = { ...texts, ...links, amount: euros('5.00'), trackTraceCode: '3S', shipDate: '2028-02-29' };
    expect(shipOrderRequest('S1', part)).toMatchObject({
      operation: 'update',
      body: {
        status: 'shipped',
        partial_shipment_amount: 500,
        carrier: 'Post',
        tracktrace_code: '3S',
        tracktrace_url: 'https://post.example/3S',
        ship_date: '2028-02-29',
        invoice_id: 'F-1',
        invoice_url: 'https://shop.example/f1',
        po_number: 'P-1',
        reason: 'r',
        memo: 'm',
      },
    });
  });

  it('cancel a session on the web, or at a terminal', () => {
    expect(cancelOrderRequest('S1', {})).toMatchObject({
      method: 'PATCH',
      path: '/v1/json/orders/S1',
      body: { status: 'cancelled', exclude_order: true },
      operation: 'cancel',
    });
    const body = { status: 'cancelled', reason: 'sold out' };
    expect(cancelOrderRequest('S1', { session: 'web', excludeOrder: false, reason: 'sold out' }).body).toEqual(body);
    expect(cancelOrderRequest('T 1', { session: 'terminal' })).toEqual({
      method: 'POST',
      path: '/v1/json/orders/T%201/cancel',
      query: {},
      body: null,
      operation: 'cancel',
    });
  });

  it('capture reserved money, or release it', () => {
    const texts = { newOrderId: 'S1-C1', invoiceId: 'F-1', carrier: 'Post', trackTraceCode: '3S', reason: 'r' };
    const input = { ...texts, amount: euros('5.00'), shipDate: '2028-02-29', description: 'Part 1' };
    expect(captureRequest('S1', input)).toEqual({
      method: 'POST',
      path: '/v1/json/orders/S1/capture',
      query: {},
      body: {
        amount: 500,
        new_order_status: 'completed',
        new_order_id: 'S1-C1',
        invoice_id: 'F-1',
        carrier: 'Post',
        tracktrace_code: '3S',
        ship_date: '2028-02-29',
        reason: 'r',
        description: 'Part 1',
      },
      operation: 'capture',
    });
    expect(cancelReservationRequest('S1', { reason: 'sold out' })).toEqual({
      method: 'PATCH',
      path: '/v1/json/capture/S1',
      query: {},
      body: { status: 'cancelled', reason: 'sold out' },
      operation: 'cancel-reservation',
    });
  });

  it.each([
    ['update', () => updateOrderRequest('', { invoiceId: 'F-1' })],
    ['cancel at a till', () => cancelOrderRequest('..', { session: 'terminal' })],
    ['capture', () => captureRequest('\ud83d', { amount: euros('1.00') })],
    ['refund', () => refundRequest('.', { amount: euros('1.00') })],
    ['cancelled refund', () => cancelRefundRequest({ orderId: 'S1', refundId: '' }, {})],
  ])('an identifier that leads elsewhere ends the %s', (_name, build) => {
    expect(build).toThrow(expect.objectContaining({ code: 'ORDER_ID_INVALID' }));
  });
});

describe('the refund request', () => {
  it('always names its amount', () => {
    const texts = { description: 'Return', refundOrderId: 'S1-R1', var1: 'a', var2: 'b', var3: 'c' };
    expect(refundRequest('S1', { amount: euros('5.00'), ...texts })).toEqual({
      ok: true,
      request: {
        method: 'POST',
        path: '/v1/json/orders/S1/refunds',
        query: {},
        body: {
          currency: 'EUR',
          amount: 500,
          description: 'Return',
          refund_order_id: 'S1-R1',
          var1: 'a',
          var2: 'b',
          var3: 'c',
        },
        operation: 'refund',
      },
    });
  });

  it.each([[undefined], [null], [''], [0], [500], [{ amount: 500, currency: 'EUR' }], [Money.zero('EUR')]])(
    'is not made of %p, which would refund everything',
    (amount) => {
      const built = refundRequest('S1', { amount } as RefundInput);
      expect(built).toEqual({ ok: false, faults: [expect.objectContaining({ path: 'amount', code: 1001 })] });
    },
  );

  it('by lines repeats what was bought, then takes lines back with the opposite price', () => {
    const discount = { ...pen, name: 'Discount', merchantItemId: 'D', unitPriceIncludingTax: euros('-1.00') };
    const bought = {
      lines: [
        { ...mug, quantity: 2 },
        { ...pen, quantity: 1 },
        { ...discount, quantity: 1 },
      ],
    };
    const returned = {
      lines: [
        { ...mug, quantity: 1 },
        { ...discount, quantity: 1 },
      ],
    };
    const built = refundRequest('S1', { amount: euros('11.10'), cart: { bought, paid: euros('25.20'), returned } });
    expect(built.ok && JSON.parse(writeJson(built.request.body))).toMatchObject({
      amount: 1110,
      checkout_data: {
        items: [
          { merchant_item_id: 'M1', quantity: 2, unit_price: 10 },
          { merchant_item_id: 'P1', unit_price: 2 },
          { merchant_item_id: 'D', unit_price: -1 },
          { merchant_item_id: 'M1', quantity: 1, unit_price: -10 },
          { merchant_item_id: 'D', unit_price: 1 },
        ],
        tax_tables: { alternate: [{ name: '0.21' }, { name: '0.00' }] },
      },
    });
  });

  it('is of the amount that was checked, even if the object answers something else later', () => {
    let amount = 5;
    const shifting = {
      [Symbol.for('tillbridge.Money')]: true,
      currency: 'EUR',
      get amount() {
        const now = amount;
        amount = 0;
        return now;
      },
    };
    const built = Reflect.apply(refundRequest, undefined, ['S1', { amount: shifting }]);
    expect(JSON.parse(writeJson(built))).toMatchObject({ ok: true, request: { body: { amount: 5 } } });
  });

  it('repeats free lines without a minus', () => {
    const free = {
      lines: [
        { ...mug, quantity: 1 },
        { ...pen, quantity: 1, unitPriceIncludingTax: Money.zero('EUR') },
      ],
    };
    const cart = { bought: free, paid: euros('12.10'), returned: free };
    const built = refundRequest('S1', { amount: euros('12.10'), cart });
    const items = [{ unit_price: 10 }, { unit_price: 0 }, { unit_price: -10 }, { unit_price: 0 }];
    expect(JSON.parse(writeJson(built))).toMatchObject({ ok: true, request: { body: { checkout_data: { items } } } });
  });

  it.each([
    ['nothing', undefined, 'cart.paid', 1001],
    ['another currency', Money.of('12.10', 'USD'), 'cart.paid', 1026],
    ['less than is given back', euros('12.09'), 'amount', 1034],
  ])('is not made when %s was paid', (_, paid, path, code) => {
    const lines = { lines: [{ ...mug, quantity: 1 }] };
    const cart = { bought: lines, paid, returned: lines };
    const built = refundRequest('S1', { amount: euros('12.10'), cart } as RefundInput);
    expect(built.ok ? [] : built.faults).toContainEqual(expect.objectContaining({ path, code }));
    expect(built.ok ? [] : built.faults.filter((fault) => fault.path === 'amount')).toHaveLength(code === 1034 ? 1 : 0);
  });

  it('reports which of its carts does not add up', () => {
    const lines = { lines: [{ ...mug, quantity: 1 }] };
    const wrong = refundRequest('S1', {
      amount: euros('1.00'),
      cart: { bought: lines, paid: euros('2.00'), returned: lines },
    });
    const half = refundRequest('S1', {
      amount: euros('1.00'),
      cart: { bought: lines, paid: euros('12.10'), returned: lines },
    });
    const returned = expect.objectContaining({ path: 'cart.returned.lines', code: 1027 });
    expect(wrong).toEqual({
      ok: false,
      faults: [expect.objectContaining({ path: 'cart.bought.lines', code: 1027 }), returned],
    });
    expect(half).toEqual({ ok: false, faults: [returned] });
  });

  it('can be cancelled', () => {
    expect(cancelRefundRequest({ orderId: 'S1', refundId: '456' }, { description: 'mistake' })).toEqual({
      method: 'PATCH',
      path: '/v1/json/orders/S1/refunds/456',
      query: {},
      body: { status: 'void', description: 'mistake' },
      operation: 'cancel-refund',
    });
  });
});
