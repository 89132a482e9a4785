import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { setImmediate as afterEvents } from 'node:timers/promises';
import { Money } from 'tillbridge';
import { CsvExports } from '../../src/dashboard/frame/csv-exports.js';
import { zonedTimes } from '../../src/dashboard/frame/zoned-times.js';
import { OrderSearch, type OrderLine } from '../../src/shop/admin/index.js';
import { DecisionEntity } from '../../src/shop/decisions/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { waitFor } from '../support/wait-for.js';
import { DashboardStage } from './support/dashboard-stage.js';

type Row = Record<string, string>;

const rowsOf = (text: string): Row[] => parse<Row>(text, { bom: true, columns: true, record_delimiter: '\r\n' });

const line = (index: number): OrderLine => ({
  group: 'web',
  orderId: `E-${index}`,
  amount: Money.ofMinor(100, 'EUR'),
  amountRefunded: Money.ofMinor(0, 'EUR'),
  description: '',
  // Long, so that what lies between here and the client is soon full.
  reference: 'x'.repeat(20_000),
  status: null,
  paid: false,
  attempt: 1,
  transactionId: null,
  paymentMethod: null,
  attention: null,
  createdAt: 0,
});
const PART = Array.from({ length: 20 }, (_, index) => line(index));

describe.each(['express', 'fastify'] as const)('a list as a file, on %s', (platform) => {
  let dashboard: DashboardStage;
  beforeAll(async () => {
    dashboard = await DashboardStage.start({ platform, dashboard: { timeZone: 'America/New_York' } });
    await dashboard.stage.paid('S-1', 10_000, 'lost');
    const { manager } = dashboard.stage.shop.dataSource;
    const [order] = await manager.find(PaymentOrderEntity);
    const more = Array.from({ length: 1_100 }, (_, index) => ({
      ...order!,
      orderId: `S-2-${index}`,
      createdAt: order!.createdAt + index,
    }));
    for (let at = 0; at < more.length; at += 50) await manager.insert(PaymentOrderEntity, more.slice(at, at + 50));
    const hostile = { description: '=cmd for ann.jansen@example.org, "now"', reference: '@SUM(A1)', amount: 1_250_005 };
    await manager.update(PaymentOrderEntity, { orderId: 'S-2-7' }, { ...hostile, attention: 'paid_twice' });
  });
  afterAll(() => dashboard.close());

  const file = async (path: string): Promise<Row[]> => {
    const response = await dashboard.fetch(path);
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    return rowsOf(bytes.toString('utf8'));
  };

  it('has every row of it, the newest first, and is kept by no one', async () => {
    const rows = await file('/orders/export.csv');
    expect(rows).toHaveLength(1_101);
    expect(new Set(rows.map((row) => row['order_id'])).size).toBe(1_101);
    expect([rows[0]!['order_id'], rows[1_100]!['order_id']]).toEqual([
      'S-2-1099',
      expect.stringMatching(/^S-(1|2-0)$/),
    ]);
    const { headers } = await dashboard.fetch('/orders/export.csv?search=S-1');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="orders-2026-01-15.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('is narrowed down as the page is, with exact amounts, times of the zone, and nothing that a spreadsheet runs', async () => {
    const page = await dashboard.html('/orders?attention=any&status=completed');
    const [, address] = /<a href="([^"]+)" download/.exec(page)!;
    const rows = await file(address!.replaceAll('&amp;', '&').replace(/^.*\/orders/, '/orders'));
    expect(rows).toEqual([
      expect.objectContaining({
        terminal_group: 'web',
        order_id: 'S-2-7',
        reference: "'@SUM(A1)",
        amount: '12500.05',
        refunded: '0.00',
        currency: 'EUR',
        status: 'completed',
        attention: 'paid_twice',
        created: expect.stringMatching(/^2026-01-15T0\d:\d\d:\d\d-05:00$/),
      }),
    ]);
    expect(rows[0]!['description']).toMatch(/^'=cmd for .*"now"$/);
    expect(rows[0]!['description']).not.toContain('ann.jansen');
  });

  it('says of an order when it was paid, what came, and what went back of all that came', async () => {
    const { stage } = dashboard;
    const { sandbox } = stage.service;
    const create = (amount: number) =>
      stage.shop.payments.group('web').orders.create({
        orderId: 'TWO',
        amount: Money.ofMinor(amount, 'EUR'),
        description: 'Two mugs',
        redirectUrl: 'http://localhost:3000/return',
        notificationUrl: `${stage.shop.url}${stage.shop.path}/web`,
      });
    await create(1_200);
    await create(1_300);
    await sandbox.pay('TWO-2');
    await sandbox.pay('TWO');
    await stage.pass(1_000);
    await sandbox.refund('TWO', { amount: 1_100 });
    await stage.pass(1_000);
    expect(await file('/orders/export.csv?search=TWO')).toEqual([
      expect.objectContaining({ amount: '13.00', received: '25.00', given_back: '11.00', currency: 'EUR' }),
    ]);
    expect((await file('/orders/export.csv?search=TWO'))[0]!['paid']).toMatch(/^2026-01-15T0\d:\d\d:\d\d-05:00$/);
    await stage.shop.addOrder('UNPAID');
    expect(await file('/orders/export.csv?search=UNPAID')).toEqual([
      expect.objectContaining({ paid: '', received: '0.00', given_back: '0.00' }),
    ]);
  });

  it('is there of refunds, and of what people did', async () => {
    const request = {
      orderId: 'S-1',
      amount: Money.of('1.50', 'EUR'),
      reason: '+1',
      key: '=k',
      by: '-ann',
      why: '=why',
    };
    await dashboard.stage.shop.payments.refunds.request(request);
    const { manager } = dashboard.stage.shop.dataSource;
    const [{ id }] = (await manager.findBy(RefundEntity, { key: '=k' })) as [RefundEntity];
    expect(await file('/refunds/export.csv?order=S-1')).toEqual([
      expect.objectContaining({
        id,
        amount: '1.50',
        currency: 'EUR',
        reason: "'+1",
        key: "'=k",
        asked_for_by: "'-ann",
      }),
    ]);
    expect(await file('/audit/export.csv?kind=requested')).toEqual([
      expect.objectContaining({ person: "'-ann", action: 'requested', about: 'refund', id, why: "'=why" }),
    ]);
    expect(await manager.countBy(DecisionEntity, { decision: 'requested' })).toBe(1);
  });

  /** An order search whose list never ends; it counts how often it is read. */
  const endless = (failAfter = Infinity): jest.SpiedFunction<OrderSearch['newest']> => {
    const search = dashboard.stage.shop.app.get(OrderSearch, { strict: false });
    const spied = jest.spyOn(search, 'newest');
    return spied.mockImplementation(() =>
      spied.mock.calls.length > failAfter
        ? Promise.reject(new Error('the database went away'))
        : Promise.resolve({ items: PART, previous: null, next: 'more' }),
    );
  };
  const open = async (): Promise<IncomingMessage> => {
    const request = get(`${dashboard.url}/orders/export.csv`, { headers: { cookie: 'clerk=ann' } });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer.on('error', () => undefined);
  };
  const rests = (reads: () => number): Promise<unknown> =>
    waitFor(async () => {
      const before = reads();
      for (let passes = 0; passes < 50; passes += 1) await afterEvents();
      return reads() === before;
    });

  it('is read no faster than the client takes it, and no further once the client is gone', async () => {
    const sent = jest.spyOn(dashboard.stage.shop.app.get(CsvExports, { strict: false }), 'send');
    const search = endless();
    const reads = (): number => search.mock.calls.length;
    const answer = await open();
    await rests(reads);
    const taken = reads();
    // What it takes, it is given more of.
    while (reads() === taken) if (answer.read() === null) await once(answer, 'readable');
    answer.destroy();
    await sent.mock.results[0]!.value;
    const last = reads();
    for (let passes = 0; passes < 50; passes += 1) await afterEvents();
    expect(reads()).toBe(last);
    search.mockRestore();
  });

  it('is broken off where reading fails in the middle, so that it does not look whole', async () => {
    const search = endless(3);
    const response = await dashboard.fetch('/orders/export.csv');
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(dashboard.stage.shop.logs.matching('The export of orders broke off')).toHaveLength(1);
    search.mockReset();
    search.mockRejectedValue(new Error('the database is away'));
    expect((await dashboard.fetch('/orders/export.csv')).status).toBe(500);
    search.mockRestore();
  });

  it('is one of four at a time, and keeps no application from ending', async () => {
    const search = endless();
    const answers = await Promise.all([open(), open(), open(), open()]);
    await rests(() => search.mock.calls.length);
    const fifth = await dashboard.fetch('/orders/export.csv');
    expect([fifth.status, await fifth.text()]).toEqual([503, expect.stringContaining('Other exports are under way')]);
    const closed = Promise.all(answers.map((answer) => new Promise((resolve) => answer.resume().on('close', resolve))));
    await dashboard.close();
    await closed;
    expect(answers.map(({ complete }) => complete)).toEqual([false, false, false, false]);
    dashboard = await DashboardStage.start({ platform });
  });
});

describe('a time in a file', () => {
  it.each([
    [Date.UTC(2026, 0, 15, 11), 'Europe/Amsterdam', '2026-01-15T12:00:00+01:00'],
    [Date.UTC(2026, 6, 15, 11), 'Europe/Amsterdam', '2026-07-15T13:00:00+02:00'],
    [Date.UTC(2026, 0, 15, 11, 0, 0, 999), 'America/St_Johns', '2026-01-15T07:30:00-03:30'],
    [Date.UTC(2026, 9, 25, 0, 59, 59), 'Europe/Amsterdam', '2026-10-25T02:59:59+02:00'],
    [Date.UTC(2026, 9, 25, 1), 'Europe/Amsterdam', '2026-10-25T02:00:00+01:00'],
    [Date.UTC(2026, 0, 15, 11), 'UTC', '2026-01-15T11:00:00+00:00'],
    [null, 'UTC', ''],
  ])('has the offset of its zone: %p in %s', (at, zone, text) => expect(zonedTimes(zone)(at)).toBe(text));
});
