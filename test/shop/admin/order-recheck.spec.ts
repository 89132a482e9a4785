import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { OrderRecheck } from '../../../src/shop/admin/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeOneEngine } from '../../support/engines.js';
import { json, refusal, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const actor = { by: 'ann', why: 'after the upgrade' };
const clock = new ManualClock(Date.now());

describeOneEngine('orders that stand as authorised since before an upgrade', (engine) => {
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const till = {
      ...web!,
      name: 'till',
      apiKeys: [canaryKey('till')],
      notificationUrl: 'http://localhost:9/payments/notifications/till',
    };
    const terminalGroups = [web!, till].map((group) => ({ ...group, baseUrl: service.url }));
    shop = await startShop({ engine, options: { workers: 'off', clock, terminalGroups } });
  });
  afterEach(async () => {
    service.log.length = 0;
    for (const entity of [PaymentOrderEntity, AttemptEntity]) await shop.dataSource.manager.clear(entity);
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  let age = 0;
  const add = async (orderId: string, group = 'web', change: Partial<PaymentOrderEntity> = {}): Promise<void> => {
    await shop.addOrder(orderId, 1250, group);
    const createdAt = clock.now() - 1_000_000 + (age += 1);
    const standing = { status: 'authorised', createdAt, ...change } as const;
    await shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, standing);
  };
  const recheck = () => shop.app.get(OrderRecheck);
  const says = (orderId: string, status: string, financial: string): Reply => {
    const fields = { financial_status: financial, payment_details: { type: 'PAYPAL', capture: 'manual' } };
    return json(200, { success: true, data: orderBody({ orderId, amount: 1250, at: clock.now(), status, fields }) });
  };
  const outcomes = (orders: readonly { orderId: string; outcome: string; error?: string }[]) =>
    orders.map(({ orderId, outcome, error }) => [orderId, outcome, error].filter(Boolean).join(' '));

  it('are listed group by group, the oldest first, without a call', async () => {
    for (let index = 0; index < 101; index += 1) await add(`MANY-${String(index).padStart(3, '0')}`);
    await add('T-1', 'till');
    await add('KNOWN', 'web', { serviceStatus: 'completed' });
    await add('PAID', 'web', { status: 'completed' });
    const all = await recheck().list();
    expect(all).toHaveLength(102);
    expect(outcomes([all[0]!, all[100]!, all[101]!])).toEqual(['MANY-000 listed', 'MANY-100 listed', 'T-1 listed']);
    expect(all[0]).toMatchObject({ group: 'web', amount: { amount: 1250, currency: 'EUR' }, status: 'authorised' });
    expect(outcomes(await recheck().list('till'))).toEqual(['T-1 listed']);
    expect([await recheck().count(), service.log]).toEqual([102, []]);
    await recheck().onApplicationBootstrap();
    expect(shop.logs.matching('102 order(s) stand as authorised')).toHaveLength(1);
  });

  it('are read one by one, told of or corrected, and stay when they could not be read', async () => {
    for (const orderId of ['TOLD', 'HELD', 'GONE']) await add(orderId);
    await add('OTHER', 'web', { mode: 'live' });
    service.script(
      says('TOLD', 'completed', 'completed'),
      says('HELD', 'completed', 'initialized'),
      refusal(1006, 404),
    );
    const done: number[] = [];
    const report = await recheck().apply(actor, { onProgress: (count) => void done.push(count) });
    expect(report.complete).toBe(true);
    expect(outcomes(report.orders)).toEqual([
      'TOLD told',
      'HELD not-paid',
      'GONE unread SERVICE_1006',
      'OTHER unread other-mode',
    ]);
    expect([done, service.log.length]).toEqual([[1, 2, 3, 4], 3]);
    expect(shop.handlers.seen.filter(({ event }) => event.orderId === 'TOLD').length).toBeGreaterThan(0);
    expect(outcomes(await recheck().list())).toEqual(['GONE listed', 'OTHER listed']);
    expect(await shop.count("tillbridge_decision WHERE decision = 'synced'")).toBe(3);
  });

  it('are corrected in silence, and no further than until it is ended', async () => {
    for (const orderId of ['ONE', 'TWO']) await add(orderId);
    service.script(says('ONE', 'completed', 'completed'), says('TWO', 'completed', 'completed'));
    const abort = new AbortController();
    const options = { silent: true, signal: abort.signal, onProgress: () => abort.abort() };
    const first = await recheck().apply(actor, options);
    expect([outcomes(first.orders), first.complete]).toEqual([['ONE corrected'], false]);
    const rest = await recheck().apply(actor, { silent: true });
    expect([outcomes(rest.orders), rest.complete]).toEqual([['TWO corrected'], true]);
    await shop.drain();
    expect(shop.handlers.seen.filter(({ event }) => ['ONE', 'TWO'].includes(event.orderId))).toEqual([]);
    expect(await shop.payments.orders.find('ONE')).toMatchObject({ status: 'completed', paid: true });
    expect(await shop.count("tillbridge_decision WHERE decision = 'corrected'")).toBe(2);
  });
});
