import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplication } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rehearse } from 'tillbridge/testing';
import type { DataSource } from 'typeorm';
import { Money } from 'tillbridge';
import { formatMoney } from '../../examples/shop/format.js';
import { orderState } from '../../examples/shop/orders/order-state.js';
import { Purchase } from '../../examples/shop/orders/purchase.entity.js';
import { startShop } from '../../examples/shop/shop-server.js';
import { RESERVE_STOCK } from '../../examples/shop/stock/stock.service.js';
import { StockReservation } from '../../examples/shop/stock/stock-reservation.entity.js';
import { canaryKey } from '../support/canary.js';
import { freePorts } from './support/running-shop.js';

const HOST = '127.0.0.1';

it.each([
  ['12.5', 'EUR', '€12.50'],
  ['1250', 'JPY', 'JP¥1,250'],
  ['1.25', 'KWD', 'KWD\u00A01.250'],
  ['12.5', 'HUF', 'HUF\u00A012.50'],
  ['1.234', 'IQD', 'IQD\u00A01.234'],
  ['90071992547409.91', 'USD', 'US$90,071,992,547,409.91'],
])('a price of %s %s is shown as %s', (decimal, currency, text) =>
  expect(formatMoney(Money.of(decimal, currency))).toBe(text),
);

describe('a shop whose payment service cannot be reached', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tillbridge-shop-'));
  let shop: INestApplication;
  let url: string;

  beforeAll(async () => {
    const [port, nobodys] = await freePorts();
    url = `http://${HOST}:${port}`;
    const serviceUrl = `http://${HOST}:${nobodys}`;
    const place = { port, publicUrl: url, serviceUrl, databaseUrl: undefined, dataFolder };
    shop = await startShop({ ...place, apiKey: canaryKey('web'), workers: 'inline', quiet: true });
  });

  afterAll(async () => {
    await shop?.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  it('has a payment handler that may run repeatedly before it commits once', async () => {
    const database = shop.get<DataSource>(getDataSourceToken());
    const order = { productSlug: 'wool-blanket', quantity: 1, totalMinor: 129_00, email: 'sam@example.org' };
    const rehearsals = await rehearse(shop, {
      prepare: async (tx, { orderId }) => void (await tx.insert(Purchase, { ...order, orderId })),
    });
    expect(rehearsals).toEqual([{ effect: RESERVE_STOCK, kind: 'completed', faults: [] }]);
    expect(await database.getRepository(StockReservation).count()).toBe(0);
  });

  it('tells the shopper what to do, and nothing of the inside', async () => {
    const body = new URLSearchParams({ product: 'tulip-print' });
    const answer = await fetch(`${url}/checkout`, { method: 'POST', body, redirect: 'manual' });
    const page = await answer.text();
    expect(answer.status).toBe(502);
    expect(page).toContain('<h1>The payment could not be started</h1>');
    expect(page).toContain('Paying is not possible at the moment. Please try again later or contact us.');
    expect(page).not.toMatch(/ECONNREFUSED|NETWORK|service/);
  });

  it('keeps the order, to be tried again', async () => {
    const list = await (await fetch(`${url}/orders`)).text();
    const orderId = /href="\/orders\/([^"]+)"/.exec(list)?.[1] ?? '';
    const page = await (await fetch(`${url}/orders/${orderId}?transactionid=${orderId}&transactionid=x`)).text();
    expect(page).toContain('<h1>Not started</h1>');
    expect(page).toContain(`action="/orders/${orderId}/pay"`);
    const again = await fetch(`${url}/orders/${orderId}/pay`, { method: 'POST', redirect: 'manual' });
    expect(again.status).toBe(502);
  });
});

describe("the words for an order's state", () => {
  const known = { status: 'completed', paymentUrl: null, serviceOrderId: 'QS-1-2', paid: true, attention: null };

  it.each([
    ['Paid', {}],
    ['Paid twice', { attention: 'paid_twice' }],
    ['Paid late', { attention: 'paid_after_cancel' }],
    ['Refunded', { attention: 'paid_twice', status: 'refunded' }],
    ['Being confirmed', { attention: 'amount_mismatch', paid: false }],
    ['Being confirmed', { status: 'a new word' }],
  ])('are "%s" for %j', (title, change) => {
    expect(orderState({ ...known, ...change }).title).toBe(title);
  });

  it('speak of a return from the attempt that is open, not of one from an older page', () => {
    const open = { ...known, status: 'initialized', paymentUrl: 'https://pay.example/2', paid: false };
    expect(orderState(open, 'QS-1-2')).toMatchObject({ title: 'Being confirmed', next: null });
    expect(orderState(open, 'QS-1')).toMatchObject({ title: 'Waiting for payment', next: 'Continue to payment' });
  });
});
