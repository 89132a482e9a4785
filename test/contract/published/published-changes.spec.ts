import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  parseOrder,
  readBookedRefund,
  readListedTransaction,
  readOrderPart,
  readTransactionsPage,
} from '../../../src/protocol/index.js';
import {
  BOOKED_REFUND_SCHEMA,
  LISTED_SCHEMA,
  NOTHING_SCHEMA,
  PAGER_SCHEMA,
  PART_SCHEMA,
  RESERVATION_SCHEMA,
} from './answers.schema.js';
import { dataOf, startRawApi, type RawApi } from './api-calls.js';
import { listOf } from './fields.js';
import { ORDER_SCHEMA } from './order.schema.js';
import { faultsOf, refusalFaults, succeeding } from './published-answer.js';

const DAY = 86_400_000;

let api: RawApi;
beforeAll(async () => void (api = await startRawApi()));
afterAll(() => api.service.close());

const cartOf = (lines: object[], alternate: object[] = []): object => ({
  shopping_cart: { items: lines },
  checkout_options: { tax_tables: { alternate } },
});
const MUG = { name: 'Mug', quantity: 1, unit_price: 45.99, tax_table_selector: 'none' };
const NONE = [{ name: 'none', rules: [{ rate: 0 }] }];

async function paidOrder(gateway: string, fields: object = {}): Promise<string> {
  const { orderId } = await api.order({ gateway, ...fields });
  await api.service.sandbox.pay(orderId, { method: gateway });
  return orderId;
}

async function relatedOf(orderId: string): Promise<Record<string, unknown>[]> {
  const { text } = await api.send('GET', `/orders/${orderId}`);
  expect(faultsOf(succeeding(ORDER_SCHEMA), text)).toEqual([]);
  expect(parseOrder(dataOf(text)).faults).toEqual([]);
  return dataOf(text)['related_transactions'] as never;
}

describe('a refund', () => {
  it.each([
    ['VISA', 'reserved', 'completed'],
    ['MISTERCASH', 'reserved', 'completed'],
    ['PAYPAL', 'reserved', 'completed'],
    ['BIZUM', 'reserved', 'completed'],
    ['KLARNA', 'initialized', 'completed'],
    ['AFTERPAY', 'initialized', 'completed'],
    ['BILLINK', 'completed', 'completed'],
    ['IN3', 'completed', 'completed'],
  ])('of %s begins as %s and ends as %s', async (gateway, begun, done) => {
    const orderId = await paidOrder(gateway, cartOf([MUG], NONE));
    const isLent = ['KLARNA', 'AFTERPAY', 'BILLINK', 'IN3'].includes(gateway);
    const returned = { ...MUG, unit_price: -45.99 };
    const asked = isLent
      ? { currency: 'EUR', checkout_data: { items: [MUG, returned], tax_tables: { alternate: NONE } } }
      : { currency: 'EUR', amount: 1_500 };
    const { status, text } = await api.send('POST', `/orders/${orderId}/refunds`, asked);
    expect([status, faultsOf(succeeding(BOOKED_REFUND_SCHEMA), text)]).toEqual([200, []]);
    expect(readBookedRefund(dataOf(text)).refund_id).toBe(String(dataOf(text)['refund_id']));
    expect(await relatedOf(orderId)).toMatchObject([{ type: 'refund', status: begun, amount: isLent ? 4_599 : 1_500 }]);
    await api.service.sandbox.advance(DAY);
    expect(await relatedOf(orderId)).toMatchObject([{ type: 'refund', status: done }]);
  });

  it('of a card may repeat the cart: the amount counts', async () => {
    const orderId = await paidOrder('VISA', cartOf([MUG], NONE));
    const asked = { currency: 'EUR', amount: 700, checkout_data: { items: [MUG] } };
    expect((await api.send('POST', `/orders/${orderId}/refunds`, asked)).status).toBe(200);
    expect(await relatedOf(orderId)).toMatchObject([{ amount: 700 }]);
  });

  it("of a pay-later order goes by its lines, also where a client repeats the order's amount beside them", async () => {
    const orderId = await paidOrder('KLARNA', cartOf([MUG], NONE));
    const items = [MUG, { ...MUG, name: 'Scratch', unit_price: -12.5 }];
    const asked = { currency: 'EUR', amount: 4_599, checkout_data: { items } };
    expect((await api.send('POST', `/orders/${orderId}/refunds`, asked)).status).toBe(200);
    expect(await relatedOf(orderId)).toMatchObject([{ amount: 1_250 }]);
  });

  it('of a pay-later order may be one line "Refund" with a selector of no table: it counts without tax', async () => {
    const orderId = await paidOrder('KLARNA', cartOf([MUG], NONE));
    const line = {
      name: 'Refund',
      description: 'Refund',
      quantity: 1,
      unit_price: -10,
      merchant_item_id: 'refund_id_1',
    };
    const items = [MUG, { ...line, tax_table_selector: '0' }];
    const answer = await api.send('POST', `/orders/${orderId}/refunds`, { currency: 'EUR', checkout_data: { items } });
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    expect(await relatedOf(orderId)).toMatchObject([{ amount: 1_000 }]);
  });

  it('is a transaction of its own in the list', async () => {
    const orderId = await paidOrder('VISA');
    await api.send('POST', `/orders/${orderId}/refunds`, { currency: 'EUR', amount: 300, description: 'Return' });
    const { text } = await api.send('GET', '/transactions?limit=2');
    expect(faultsOf(succeeding(listOf(LISTED_SCHEMA), { pager: PAGER_SCHEMA }), text)).toEqual([]);
    const { data, pager } = JSON.parse(text) as { data: Record<string, unknown>[]; pager: object };
    expect(readTransactionsPage({ data, pager } as never)).toMatchObject({ faults: [], page: { items: [{}, {}] } });
    const [refund, payment] = data;
    expect([refund, payment]).toMatchObject([
      { type: 'refund', debit_credit: 'D', amount: 300 },
      { type: 'payment', debit_credit: 'C', amount: 4_599 },
    ]);
    const alone = await api.send('GET', `/transactions/${String(refund!['transaction_id'])}`);
    expect(faultsOf(succeeding(LISTED_SCHEMA), alone.text)).toEqual([]);
    expect(readListedTransaction(dataOf(alone.text))).toMatchObject({ type: 'refund', amount: 300 });
  });
});

describe('a change of an order', () => {
  it('is answered with nothing where nothing new came of it', async () => {
    const orderId = await paidOrder('VISA');
    for (const change of [{ status: 'shipped', carrier: 'ACME' }, { invoice_id: 'INV-1' }]) {
      const { text } = await api.send('PATCH', `/orders/${orderId}`, change);
      expect(faultsOf(succeeding(NOTHING_SCHEMA), text)).toEqual([]);
    }
    expect((await relatedOf(orderId)) ?? null).toBeNull();
  });

  it('captures a part, and releases the rest', async () => {
    const orderId = await paidOrder('VISA', { capture: 'manual' });
    const capture = { amount: 1_000, new_order_status: 'completed', new_order_id: `${orderId}-C1` };
    const captured = await api.send('POST', `/orders/${orderId}/capture`, capture);
    expect(faultsOf(succeeding(PART_SCHEMA), captured.text)).toEqual([]);
    expect(readOrderPart(dataOf(captured.text))).toMatchObject({ order_id: `${orderId}-C1` });
    const released = await api.send('PATCH', `/capture/${orderId}`, { status: 'cancelled', reason: 'out of stock' });
    expect(faultsOf(succeeding(RESERVATION_SCHEMA), released.text)).toEqual([]);
    expect(await relatedOf(orderId)).toMatchObject([
      { type: 'capture' },
      { type: 'auth-cancellation', status: 'void' },
    ]);
  });

  it('shows a chargeback and its end among the related transactions', async () => {
    const orderId = await paidOrder('VISA');
    await api.service.sandbox.chargeback(orderId);
    expect(await relatedOf(orderId)).toMatchObject([{ type: 'chargeback' }]);
    await api.service.sandbox.reverseChargeback(orderId);
    expect(await relatedOf(orderId)).toMatchObject([{ type: 'chargeback' }, { type: 'reverse-chargeback' }]);
  });
});

describe('what cannot be', () => {
  it.each([
    ['GET', '/orders/unknown', undefined, { status: 404, code: 1006 }],
    ['PATCH', '/orders/unknown', { status: 'shipped' }, { status: 410, code: 1000 }],
    ['POST', '/orders/unknown/refunds', { currency: 'EUR', amount: 1 }, { status: 404, code: 1006 }],
    ['GET', '/transactions/1', undefined, { status: 404, code: null }],
    ['POST', '/orders', { order_id: 'P-x', currency: 'EUR', amount: 0, description: 'x' }, { status: 404, code: 1001 }],
  ] as const)('is refused in the published shape: %s %s', async (method, path, body, expected) => {
    expect(refusalFaults(await api.send(method, path, body), expected)).toEqual([]);
  });
});
