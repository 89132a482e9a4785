import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { tillbridgeMigrations } from 'tillbridge/database';
import { parseOrder, parseServiceTime } from 'tillbridge/protocol';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { ManualClock, signedNotification } from 'tillbridge/testing';
import { DiagnosticsService } from '../../src/shop/diagnostics/index.js';
import { OrderRecheck } from '../../src/shop/admin/index.js';
import { fingerprintOf } from '../../src/shop/orders/merge/fingerprint.js';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, describeOneEngine, type TestDatabase } from '../support/engines.js';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';

const KEY = canaryKey('web');
const DAY = 86_400_000;
const actor = { by: 'ann', why: 'after the upgrade' };
const AMOUNT = { currency: 'EUR', amount: 1250 };
/** What the old release had seen, and did not tell: two that are paid, and one that waits to be captured. */
const PAID = ['PAYPAL-1', 'PAYPAL-2'];
const HELD = 'HELD-1';

type Row = Readonly<Record<string, string | number | null>>;

const literal = (value: string | number | null): string =>
  value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;

const insert = (db: DataSource, table: string, row: Row): Promise<unknown> =>
  db.query(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).map(literal).join(', ')})`,
  );

/** An order as the service has it: paid by a method that stays `initialized`, or authorised for a later capture. */
async function atTheService(service: RunningSandbox, orderId: string): Promise<string> {
  const method = orderId === HELD ? 'VISA' : 'PAYPAL';
  const capture = orderId === HELD ? { capture: 'manual' } : {};
  const order = {
    type: 'redirect',
    order_id: orderId,
    ...AMOUNT,
    description: 'Two mugs',
    gateway: method,
    ...capture,
  };
  const headers = { api_key: KEY, 'content-type': 'application/json' };
  const url = `${service.url}/v1/json/orders`;
  const made = await fetch(url, { method: 'POST', headers, body: JSON.stringify(order) });
  expect([made.status, orderId]).toEqual([200, orderId]);
  await service.sandbox.pay(orderId, { method });
  const read = (await (await fetch(`${url}/${orderId}`, { headers })).json()) as { data: object };
  return JSON.stringify(read.data);
}

/** The rows that release 0.1 wrote upon it: authorised, not paid, and looked at no more. */
async function asWrittenBy01(db: DataSource, orderId: string, body: string): Promise<void> {
  const at = Date.now() - 30 * DAY + [...PAID, HELD].indexOf(orderId);
  const { order } = parseOrder(JSON.parse(body));
  const facts = {
    status: 'authorised',
    financialStatus: 'initialized',
    amountRefunded: 0,
    modifiedAt: parseServiceTime(order.modified, 'Europe/Amsterdam'),
    fingerprint: fingerprintOf(order),
  };
  const seen = [{ attempt: 1, id: order.transaction_id, facts, paid: false, held: null }];
  const names = { group_name: 'web', order_id: orderId };
  const times = { created_at: at, updated_at: at };
  await insert(db, 'tillbridge_order', {
    ...names,
    ...AMOUNT,
    ...times,
    mode: 'sandbox',
    description: 'Two mugs',
    attempt: 1,
    status: 'authorised',
    financial_status: 'initialized',
    transaction_id: order.transaction_id,
    amount_refunded: 0,
    transactions: JSON.stringify(seen),
    modified_at: at,
    version: 1,
  });
  await insert(db, 'tillbridge_attempt', {
    ...names,
    ...AMOUNT,
    ...times,
    service_order_id: orderId,
    number: 1,
    create_state: 'created',
    request_fingerprint: '',
  });
  const poll = { id: `poll-${orderId}`, group_name: 'web', service_order_id: orderId };
  // Money that is promised is looked at until its time is over: an order of the last days is still due.
  const state = orderId === HELD ? 'done' : 'pending';
  await insert(db, 'tillbridge_poll', { ...poll, state, attempts: 0, due_at: at, opened_at: at });
}

describeOneEngine('a database that release 0.1 has written', (engine) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function upgraded(): Promise<{ shop: ShopHost; clock: ManualClock; bodies: Map<string, string> }> {
    const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
    closing.push(() => service.close());
    const database: TestDatabase = await createTestDatabase(engine);
    closing.push(() => database.drop());
    const migrations = [tillbridgeMigrations[0]];
    const old = await new DataSource({ ...database.options, migrations, migrationsRun: true }).initialize();
    const bodies = new Map<string, string>();
    for (const orderId of [...PAID, HELD]) {
      bodies.set(orderId, await atTheService(service, orderId));
      await asWrittenBy01(old, orderId, bodies.get(orderId)!);
    }
    await old.destroy();
    const clock = new ManualClock(Date.now());
    const terminalGroups = [{ ...shopOptions().terminalGroups[0]!, baseUrl: service.url }];
    const shop = await startShop({ database, options: { terminalGroups, clock, workers: 'off' } });
    closing.push(() => shop.close());
    return { shop, clock, bodies };
  }

  const reportedFor = (shop: ShopHost): string[] =>
    shop.handlers.seen.map(({ event }) => `${event.orderId} ${event.kind}`);

  it('tells nothing by itself, at the start and for days, and says how many orders wait', async () => {
    const { shop, clock } = await upgraded();
    expect(shop.logs.matching('orders recheck --status authorised')).toHaveLength(1);
    expect(shop.logs.matching('3 order(s) stand as authorised')).toHaveLength(1);
    for (let day = 0; day < 3; day += 1) {
      clock.advance(DAY);
      await shop.drain();
    }
    expect([reportedFor(shop), await shop.count('tillbridge_transition')]).toEqual([[], 0]);
    expect((await shop.app.get(DiagnosticsService).read()).orders.toRecheck).toBe(3);
    const listed = await shop.app.get(OrderRecheck).list();
    expect(listed.map(({ orderId, outcome }) => `${orderId} ${outcome}`)).toEqual(
      [...PAID, HELD].map((orderId) => `${orderId} listed`),
    );
    expect(reportedFor(shop)).toEqual([]);
  });

  it('is read upon a word from a person, and told what is paid; what is held stays so, and both leave the list', async () => {
    const { shop } = await upgraded();
    const recheck = shop.app.get(OrderRecheck);
    const { orders, complete } = await recheck.apply(actor);
    const became = Object.fromEntries(orders.map(({ orderId, outcome }) => [orderId, outcome]));
    expect([complete, became]).toEqual([true, { 'PAYPAL-1': 'told', 'PAYPAL-2': 'told', 'HELD-1': 'not-paid' }]);
    await shop.drain();
    for (const orderId of PAID) {
      expect(await shop.payments.orders.find(orderId)).toMatchObject({
        status: 'completed',
        paid: true,
        reference: null,
      });
      expect(reportedFor(shop).filter((reported) => reported === `${orderId} completed`)).toHaveLength(2);
    }
    expect(new Set(shop.handlers.seen.map(({ event }) => event.reference))).toEqual(new Set([null]));
    expect(await shop.payments.orders.find(HELD)).toMatchObject({ status: 'authorised', paid: false });
    expect(await recheck.count()).toBe(0);
    expect(await recheck.apply(actor)).toEqual({ orders: [], complete: true });
    expect(await shop.count("tillbridge_decision WHERE decision = 'synced'")).toBe(3);
  });

  it('is corrected silently: paid and refundable, and no handler ever hears of it', async () => {
    const { shop, bodies } = await upgraded();
    const { orders } = await shop.app.get(OrderRecheck).apply(actor, { silent: true });
    expect(orders.map(({ outcome }) => outcome).sort()).toEqual(['corrected', 'corrected', 'not-paid']);
    // The service may repeat what it said, and someone may read the order again.
    for (const orderId of PAID) {
      const request = signedNotification({ key: KEY, orderId, body: bodies.get(orderId)!, at: Date.now() });
      expect((await shop.post(request.search, { ...request.headers }, request.body)).status).toBe(200);
      await shop.drain();
      await shop.payments.orders.sync(orderId, actor);
    }
    await shop.drain();
    expect([reportedFor(shop), await shop.count('tillbridge_effect'), await shop.count('tillbridge_outbox')]).toEqual([
      [],
      0,
      0,
    ]);
    const found = await shop.payments.orders.find(PAID[0]!);
    expect(found).toMatchObject({ status: 'completed', paid: true });
    expect(await shop.count("tillbridge_transition WHERE kind = 'completed'")).toBe(2);
    const noted = (await shop.payments.orders.timeline(PAID[0]!)).find(({ kind }) => kind === 'decision');
    expect(noted?.text).toContain('corrected by ann');
    expect((await shop.payments.refunds.remaining('PAYPAL-1')).amount).toBe(1250);
  });

  it('keeps on its list what the service cannot be asked about, and goes on', async () => {
    const { shop } = await upgraded();
    await shop.dataSource.query(
      "UPDATE tillbridge_attempt SET service_order_id = 'NOBODY' WHERE order_id = 'PAYPAL-1'",
    );
    const { orders } = await shop.app.get(OrderRecheck).apply(actor);
    expect(orders.find(({ orderId }) => orderId === 'PAYPAL-1')).toMatchObject({
      outcome: 'unread',
      error: 'SERVICE_1006',
    });
    expect(await shop.app.get(OrderRecheck).count()).toBe(1);
  });

  it('reports an order when the service itself speaks of it again', async () => {
    const { shop, bodies } = await upgraded();
    const [orderId] = PAID;
    const request = signedNotification({ key: KEY, orderId: orderId!, body: bodies.get(orderId!)!, at: Date.now() });
    await shop.post(request.search, { ...request.headers }, request.body);
    await shop.drain();
    expect(reportedFor(shop)).toContain('PAYPAL-1 completed');
  });
});

describe('a database that this release has made', () => {
  it('says nothing of the kind', async () => {
    const shop = await startShop();
    expect(shop.logs.matching('orders recheck')).toEqual([]);
    await shop.close();
  });
});
