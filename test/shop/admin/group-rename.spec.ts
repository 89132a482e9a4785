import { afterEach, expect, it } from '@jest/globals';
import type { TerminalGroupOptions } from 'tillbridge';
import { orderBody, signedNotification } from 'tillbridge/testing';
import { insertRows } from '../../../src/database/engine/index.js';
import { GroupRenames } from '../../../src/shop/admin/index.js';
import { strayNames } from '../../../src/shop/diagnostics/stray-groups.js';
import { ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { RefundEntity, RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const actor = { by: 'ann', why: 'the site has another name now' };
/** More than two batches. */
const ORDERS = 450;

const groupCalled = (name: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
  ...shopOptions().terminalGroups[0]!,
  apiKeys: [canaryKey('web')],
  name,
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  ...change,
});

describeOneEngine('a terminal group that gets another name', (engine) => {
  let database: TestDatabase | undefined;
  let shop: ShopHost | undefined;

  afterEach(async () => {
    await shop?.close();
    await database?.drop();
    shop = undefined;
    database = undefined;
  });

  const startAs = async (name: string, change: Partial<TerminalGroupOptions> = {}): Promise<ShopHost> => {
    await shop?.close();
    database ??= await createMigratedDatabase(engine);
    const options = { workers: 'off' as const, terminalGroups: [groupCalled(name, change)] };
    shop = await startShop({ engine, database, options });
    return shop;
  };
  const reported = (name: string, orderId: string, at: number): Promise<Response> => {
    const body = orderBody({ orderId, amount: 1250, at });
    const sent = signedNotification({ key: canaryKey('web'), at, orderId, body });
    const { search, headers } = sent;
    return fetch(`${shop!.url}/payments/notifications/${name}${search}`, { method: 'POST', headers, body: sent.body });
  };
  const rename = (change = {}) => shop!.app.get(GroupRenames).rename({ from: 'old', to: 'web', ...actor, ...change });
  const left = async (): Promise<string[]> => {
    const tables = [
      'order',
      'attempt',
      'notification',
      'observation',
      'transition',
      'effect',
      'outbox',
      'poll',
      'refund',
    ];
    const counts = await Promise.all(
      tables.map((table) => shop!.count(`tillbridge_${table} WHERE group_name = 'old'`)),
    );
    return tables.filter((_table, index) => counts[index]! > 0);
  };

  /** Orders of every kind under the old name; one is paid, reported and has a refund. */
  const traded = async (): Promise<void> => {
    const old = await startAs('old');
    const now = Date.now();
    for (let number = 0; number < ORDERS; number += 1) await old.addOrder(`S${number}`, 1250, 'old');
    const { manager } = old.dataSource;
    await manager.update(PaymentOrderEntity, { orderId: 'S1' }, { reference: 'PO-1' });
    expect((await reported('old', 'S1', now)).status).toBe(200);
    await old.drain();
    const poll = { group: 'old', state: 'pending' as const, dueAt: now, openedAt: now, polledAt: 0, askedAt: 0 };
    await insertRows(manager, PollEntity, [{ ...poll, id: 'p2', serviceOrderId: 'S2' }]);
    const money = { amount: 200, currency: 'EUR', description: 'Mug', origin: 'shop' as const };
    const refund = { ...money, id: 'r1', group: 'old', orderId: 'S1', serviceOrderId: 'S1', key: 'k1', tag: 'tb_1' };
    await insertRows(manager, RefundEntity, [{ ...refund, state: 'queued' as const, createdAt: now, updatedAt: now }]);
    await manager.update(RefundLaneEntity, { id: 'old' }, { nextSlotAt: now + 60_000, pausedUntil: now + 60_000 });
  };

  it('leaves rows that wait, and says so at the start; nothing is parked for that', async () => {
    await traded();
    expect((await reported('old', 'S3', Date.now())).status).toBe(200);
    const web = await startAs('web');
    expect(web.logs.matching('tillbridge groups rename').join('')).toMatch(
      /old \(1 unfinished attempt\(s\), 1 notification\(s\), 1 refund\(s\)\)/,
    );
    const before = Date.now();
    await web.drain();
    const [row] = await web.dataSource.manager.findBy(NotificationEntity, { orderId: 'S3' });
    expect(row).toMatchObject({ state: 'pending', attempts: 0, lastError: expect.stringContaining('old') });
    expect(row!.dueAt).toBeGreaterThan(before);
    const { manager } = web.dataSource;
    // Nothing of a third one is open: it is none that anyone has to look for.
    await web.addOrder('S-of-old', 1250, 'bygone');
    await insertRows(manager, NotificationEntity, [{ ...row!, id: 'n2', deliveryKey: 'another', group: 'ages-old' }]);
    expect(await web.app.get(ProcessRegistry).strays(manager)).toMatchObject([
      { group: 'ages-old', unfinished: 0, notifications: 1, refunds: 0 },
      { group: 'old', unfinished: 1, notifications: 1, refunds: 1 },
    ]);
    expect(await strayNames(manager, (name) => name === 'web')).toEqual(['ages-old', 'old']);
  });

  it('takes all its rows along, however often it is ended in the middle, and a repeat changes nothing', async () => {
    await traded();
    const at = Date.now() + 1_000;
    expect((await reported('old', 'S3', at)).status).toBe(200);
    const web = await startAs('web', { aliases: ['old'] });
    const dies = () => {
      throw new Error('killed');
    };
    await expect(rename({ onProgress: dies })).rejects.toThrow('killed');
    const between = await web.count("tillbridge_order WHERE group_name = 'web'");
    expect(between).toBeGreaterThan(0);
    expect(between).toBeLessThan(ORDERS);
    const stop = new AbortController();
    const some = await rename({ onProgress: () => stop.abort(), signal: stop.signal });
    expect(some).toMatchObject({ complete: false, orders: between });
    expect(await left()).toContain('order');
    const rest = await rename();
    expect(rest).toMatchObject({ complete: true, from: 'old', to: 'web', orders: ORDERS - between - some.orders });
    // Each order brings its attempt along.
    expect([some.rows >= 2 * some.orders, rest.rows >= 2 * rest.orders]).toEqual([true, true]);
    expect(await left()).toEqual([]);
    expect(await rename()).toMatchObject({ orders: 0, rows: 0, complete: true });
    const { manager } = web.dataSource;
    const lane = await manager.find(RefundLaneEntity);
    expect(lane).toMatchObject([{ id: 'web', pausedUntil: expect.any(Number) }]);
    expect(await manager.findOneBy(RefundEntity, { id: 'r1' })).toMatchObject({ group: 'web', key: 'k1', tag: 'tb_1' });
    expect(await manager.findOneBy(PollEntity, { id: 'p2' })).toMatchObject({ group: 'web' });
    await web.drain();
    const [named, ...others] = await web.payments.group('web').orders.findByReference('PO-1');
    expect([named, others]).toMatchObject([{ orderId: 'S1', paid: true, group: 'web', reference: 'PO-1' }, []]);
    expect(await web.payments.group('web').orders.find('S3')).toMatchObject({ paid: true });
    // The service repeats what it has told: it is known by the key that it had.
    const before = await web.count('tillbridge_notification');
    expect((await reported('old', 'S3', at)).status).toBe(200);
    expect(await web.count('tillbridge_notification')).toBe(before);
    expect(await web.count("tillbridge_decision WHERE about = 'group'")).toBeGreaterThan(0);
  });

  it('is refused while the host finds the old name, and works between groups that it finds', async () => {
    await traded();
    const found = new Map([
      ['old', groupCalled('old')],
      ['web', groupCalled('web', { apiKeys: [canaryKey('other')] })],
    ]);
    await shop?.close();
    const resolveGroup = (name: string) => found.get(name);
    const options = { workers: 'off' as const, terminalGroups: [], resolveGroup };
    shop = await startShop({ engine, database: database!, options });
    const { groups } = shop.payments;
    expect(groups.all.map(({ name }) => name)).toEqual(['old']);
    await expect(rename()).rejects.toMatchObject({
      code: 'GROUP_RENAME_REFUSED',
      message: expect.stringContaining('old is in the options'),
    });
    found.delete('old');
    found.set('web', groupCalled('web', { aliases: ['old'] }));
    groups.forget('old');
    groups.forget('web');
    await waitFor(async () => (await shop!.count("tillbridge_process WHERE group_names LIKE '%old%'")) === 0);
    expect(await rename()).toMatchObject({ complete: true });
    expect(await left()).toEqual([]);
  });

  it('is refused while a process works under the old name, and for ids that both have', async () => {
    await traded();
    const old = shop!;
    shop = undefined;
    const web = await startAs('web');
    await expect(rename()).rejects.toMatchObject({
      code: 'GROUP_RENAME_REFUSED',
      message: expect.stringContaining('runs with terminal group old'),
    });
    await old.close();
    await web.addOrder('S7');
    await expect(rename()).rejects.toMatchObject({
      code: 'GROUP_RENAME_REFUSED',
      message: expect.stringContaining('S7'),
    });
    expect(await web.count("tillbridge_order WHERE group_name = 'old'")).toBe(ORDERS);
    await expect(rename({ from: 'web' })).rejects.toMatchObject({ code: 'GROUP_RENAME_REFUSED' });
    await expect(rename({ to: 'none' })).rejects.toMatchObject({ code: 'GROUP_UNKNOWN' });
  });
});
