import { parse } from 'csv-parse/sync';
import { orderBody } from 'tillbridge/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { reconciliationCsv, reconciliationTable, type ReconcileProgress, type ReconciliationReport } from 'tillbridge';
import { insertRows } from '../../../src/database/engine/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import type { ShopHost } from '../../support/shop-host.js';
import { ListStage, type ListedOrder } from './list-stage.js';

const HOUR_MS = 3_600_000;
const actor = { by: 'ann', why: 'month end' };

describeOneEngine('a reconciliation', (engine) => {
  let stage: ListStage;
  let shop: ShopHost;
  let from: number;

  beforeAll(async () => {
    stage = await ListStage.start();
    shop = await stage.shop(engine);
    from = Math.floor(stage.clock.now() / 1_000) * 1_000 - 50 * HOUR_MS;
  });
  beforeEach(() => stage.clear(shop));
  afterAll(async () => {
    await shop?.close();
    await stage?.close();
  });

  const order = (id: string, status: ListedOrder['status'] = 'completed', change: Partial<ListedOrder> = {}) => ({
    id,
    openedAt: from + HOUR_MS,
    status,
    ...change,
  });
  const reconcile = (dryRun = false): Promise<ReconciliationReport> =>
    shop.payments.reconcile({ group: 'web', from, to: from + 24 * HOUR_MS, dryRun, ...actor });
  const found = ({ differences }: ReconciliationReport): string[] =>
    differences.map(({ kind, orderId, serviceOrderId, outcome }) => `${kind} ${orderId ?? serviceOrderId} ${outcome}`);
  /** Asks the service for a refund under an id of its own, and writes down what the shop would. */
  const refundOf = async (id: string): Promise<number> => {
    const body = JSON.stringify({ amount: 200, currency: 'EUR', refund_order_id: `tb_${id}`, description: 'Mug' });
    const headers = { api_key: shop.key, 'content-type': 'application/json' };
    const address = `${stage.url}/v1/json/orders/${id}/refunds`;
    const { status } = await fetch(address, { method: 'POST', headers, body });
    const now = stage.clock.now();
    const facts = { group: 'web', orderId: id, serviceOrderId: id, amount: 200, currency: 'EUR', description: 'Mug' };
    const row = { id: `r-${id}`, origin: 'shop' as const, key: id, tag: `tb_${id}`, state: 'accepted' as const };
    await insertRows(shop.dataSource.manager, RefundEntity, [{ ...facts, ...row, createdAt: now, updatedAt: now }]);
    return status;
  };
  /** Orders that differ in every way there is, and some that do not. */
  const differ = async (): Promise<void> => {
    await stage.addDue(shop, [order('SAME'), order('REFUNDED'), order('DISPUTED'), order('GONE', null)]);
    await stage.addDue(shop, [order('OPEN', 'initialized')]);
    for (const id of ['SAME', 'REFUNDED', 'DISPUTED']) await shop.payments.orders.sync(id, actor);
    await shop.notify({
      orderId: 'GONE',
      body: orderBody({ orderId: 'GONE', amount: 1250, at: stage.clock.now() }),
      at: stage.clock.now(),
    });
    await shop.drain();
    await stage.sandbox.refund('REFUNDED', { amount: 400 });
    await stage.sandbox.chargeback('DISPUTED');
    await stage.addDue(shop, [order('PAID'), order('LESS', 'completed'), order('REFUSED', 'declined')]);
    await shop.dataSource.query("UPDATE tillbridge_attempt SET amount = 999 WHERE order_id = 'LESS'");
    await stage.addListed([order('STRANGER'), order('LATER', 'completed', { openedAt: from + 30 * HOUR_MS })]);
    stage.calls.orders = 0;
  };

  it('finds every way in which the list and the orders can differ, and in a dry run does no more than that', async () => {
    await differ();
    const before = await shop.count('tillbridge_decision');
    const report = await reconcile(true);
    expect(found(report).sort()).toEqual([
      'absent-there GONE reported',
      'amount-differs LESS reported',
      'charged-back-there DISPUTED reported',
      'paid-there PAID reported',
      'refunded-there REFUNDED reported',
      'status-differs REFUSED reported',
      'unknown-here STRANGER reported',
    ]);
    expect(stage.calls.orders).toBe(0);
    expect(await shop.count('tillbridge_decision')).toBe(before);
    expect(await shop.payments.orders.find('PAID')).toMatchObject({ paid: false });
  });

  it('has seen what a page has shown, also where the page spans more than a day, as in a small shop', async () => {
    await stage.addDue(shop, [order('OLD'), order('NEW', 'completed', { openedAt: from + 40 * HOUR_MS })]);
    for (const id of ['OLD', 'NEW']) await shop.payments.orders.sync(id, actor);
    const request = { group: 'web', from, to: from + 48 * HOUR_MS, dryRun: true, ...actor };
    const report = await shop.payments.reconcile(request);
    expect([report.listed, ...found(report)]).toEqual([2]);
  });

  it('has each order read, through the same funnel as everything else, and says who asked and why', async () => {
    await differ();
    const report = await reconcile();
    expect(found(report).sort()).toEqual([
      'absent-there GONE remains',
      'amount-differs LESS remains',
      'charged-back-there DISPUTED resolved',
      'paid-there PAID resolved',
      'refunded-there REFUNDED resolved',
      'status-differs REFUSED resolved',
      'unknown-here STRANGER remains',
    ]);
    expect(stage.calls.orders).toBe(6);
    expect(await shop.payments.orders.find('PAID')).toMatchObject({ paid: true });
    expect(await shop.payments.orders.find('LESS')).toMatchObject({ paid: false, attention: 'amount_mismatch' });
    const texts = (await shop.payments.orders.timeline('PAID')).map(({ text }) => text);
    expect(texts).toContain('Order synced by ann: month end');
    expect(shop.handlers.count('transaction', 'completed')).toBe(5);
    expect(found(await reconcile()).sort()).toEqual([
      'absent-there GONE remains',
      'amount-differs LESS remains',
      'unknown-here STRANGER remains',
    ]);
    expect(shop.handlers.count('transaction', 'completed')).toBe(5);
  });

  it('reads an order once, however many of its transactions differ, and knows refunds of the shop by their own ids', async () => {
    await stage.addDue(shop, [order('TWICE'), order('OURS')]);
    await shop.payments.orders.sync('OURS', actor);
    await stage.sandbox.refund('TWICE', { amount: 400 });
    stage.calls.orders = 0;
    const window = { from, to: stage.clock.now() + HOUR_MS, ...actor };
    const report = await shop.payments.group('web').reconcile(window);
    expect(found(report).sort()).toEqual(['paid-there TWICE resolved', 'refunded-there TWICE resolved']);
    expect(stage.calls.orders).toBe(1);
    expect(await refundOf('OURS')).toBe(200);
    await shop.payments.orders.sync('OURS', actor);
    expect(found(await shop.payments.group('web').reconcile(window))).toEqual([]);
  });

  it('looks at the time in question and at nothing else, whatever the service makes of the filter', async () => {
    const at = (ms: number) => ({ openedAt: from + ms });
    await stage.addListed([order('BEFORE', 'completed', at(-1_000)), order('FIRST', 'completed', at(0))]);
    await stage.addListed([order('LAST', 'completed', at(23_000)), order('AFTER', 'completed', at(24_000))]);
    const window = { from, to: from + 24_000, ...actor };
    expect(found(await shop.payments.group('web').reconcile(window)).sort()).toEqual([
      'unknown-here FIRST remains',
      'unknown-here LAST remains',
    ]);
  });

  it('says how far it has come, ends early when told to, and then says that it is not complete', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) =>
      order(`M-${index}`, 'completed', { openedAt: from + index * 1_000 }),
    );
    await stage.addListed(many);
    const steps: ReconcileProgress[] = [];
    const ending = new AbortController();
    const onProgress = (step: ReconcileProgress) => {
      steps.push(step);
      ending.abort();
    };
    const window = { from, to: from + HOUR_MS, dryRun: true, ...actor };
    const reported: string[] = [];
    const onDifference = ({ serviceOrderId }: { serviceOrderId: string | null }) => reported.push(serviceOrderId ?? '');
    const watching = { onProgress, onDifference, signal: ending.signal };
    const report = await shop.payments.group('web').reconcile({ ...window, ...watching });
    expect(steps).toEqual([{ pages: 1, listed: 1_000, differences: 1_000, comparedDownTo: from + 500_000 }]);
    expect(report).toMatchObject({ complete: false, pages: 1, counts: { 'unknown-here': 1_000 } });
    expect(reported).toHaveLength(1_000);
    expect(reconciliationTable({ ...report, differences: [] })).toContain('Not complete');
  });

  it('refuses what it cannot use, and lists all of it', async () => {
    const window = { group: 'web', from: 5, to: 5, by: ' ', why: 'x'.repeat(501) };
    await expect(shop.payments.reconcile(window)).rejects.toMatchObject({
      code: 'RECONCILE_INVALID',
      faults: [{ path: 'to' }, { path: 'by' }, { path: 'why' }],
    });
    const odd = { ...actor, group: 'web', from: Number.NaN, to: 1.5 };
    await expect(shop.payments.reconcile(odd)).rejects.toMatchObject({ faults: [{ path: 'from' }, { path: 'to' }] });
    const unknown = { ...actor, group: 'nowhere', from: 1, to: 2 };
    await expect(shop.payments.reconcile(unknown)).rejects.toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(stage.calls.list).toBe(0);
  });
});

it('a report is a table and a CSV that neither a spreadsheet nor a terminal obeys', async () => {
  const there = { status: 'completed', amount: 1250, amountRefunded: 400, currency: 'EUR' };
  const about = { group: 'web', transactionId: '17', createdAt: Date.UTC(2026, 2, 29, 1, 30), why: null };
  const difference = { kind: 'unknown-here', outcome: 'remains', ...about, orderId: null, here: null, there } as const;
  const ids = ['=HYPERLINK("x")', '+1', '-1', '@a', '\u001b[31mred', 'a "b", c\nd'];
  const differences = ids.map((serviceOrderId) => ({ ...difference, serviceOrderId }));
  const window = { group: 'web', from: 0, to: 86_400_000, dryRun: false };
  const report = {
    ...window,
    complete: true,
    pages: 1,
    listed: 6,
    counts: { 'unknown-here': 6 },
    differences,
  } as const;
  const csv = reconciliationCsv(report);
  const rows = parse(csv) as string[][];
  expect(csv.split('\r\n')).toHaveLength(8);
  expect(rows.slice(1).map((row) => row[4])).toEqual([
    `'=HYPERLINK("x")`,
    "'+1",
    "'-1",
    "'@a",
    '\u001b[31mred',
    'a "b", c\nd',
  ]);
  expect(rows[1]).toEqual(expect.arrayContaining(['unknown-here', 'completed', '1250', '400', '2026-03-29T01:30:00Z']));
  const table = reconciliationTable(report);
  expect(table).toContain('Terminal group web, 1970-01-01T00:00:00Z to 1970-01-02T00:00:00Z');
  expect(table).toContain('completed 12.50 EUR, 4.00 EUR returned');
  expect(table).toContain('6 difference(s) in 6 transaction(s) on 1 page(s).');
  expect(table).not.toContain('\u001b');
});
