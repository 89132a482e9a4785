import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import {
  OnPayment,
  type NotificationFilter,
  type NotificationSummary,
  type Page,
  type PaymentEvent,
  type ReplayProgress,
} from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import type { Transactions } from '../../../src/database/engine/index.js';
import { nextRows } from '../../../src/shop/admin/replay-rows.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { DecisionEntity } from '../../../src/shop/decisions/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { OrderDetailsService } from '../../../src/shop/admin/index.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { json, refusal, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { addUnheardOrders } from '../polling/poll-rows.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const actor = { by: 'ann', why: 'the shelf is mended' };

/** Fails for some orders until it is mended. */
@Injectable()
class Shelf {
  isBroken = true;

  @OnPayment('completed')
  take(event: PaymentEvent): void {
    if (this.isBroken && event.orderId.startsWith('CLUMSY')) throw new Error('the shelf fell down');
  }
}

const paid = (orderId: string, amount = 1250): Reply =>
  json(200, { success: true, data: orderBody({ orderId, amount, at: Date.now() }) });

async function start(engine: TestEngineName, clock: ManualClock, baseUrl: string): Promise<ShopHost> {
  const [web] = shopOptions().terminalGroups;
  const options = { workers: 'off' as const, clock, terminalGroups: [{ ...web!, baseUrl }] };
  return startShop({ engine, options, providers: [Shelf] });
}

describeOneEngine('what people do by hand', (engine) => {
  const clock = new ManualClock(Date.now());
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    shop = await start(engine, clock, service.url);
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const completed = (orderId: string): number =>
    shop.handlers.seen.filter(({ phase, event }) => phase === 'transaction' && event.orderId === orderId).length;
  const textsOf = async (orderId: string) => (await shop.payments.orders.timeline(orderId)).map(({ text }) => text);
  const notify = async (orderId: string, status = 'completed') => {
    const body = orderBody({ orderId, amount: 1250, status, at: clock.now() });
    expect((await shop.notify({ orderId, body, at: clock.now() })).status).toBe(200);
  };
  /** Lets the workers do all they do within a time. */
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.advance(60_000);
      await shop.drain();
    }
  };

  it('a sync reads the order now, once however often it is asked for; who and why stand in the timeline', async () => {
    await shop.addOrder('SYNC');
    service.script(paid('SYNC'), paid('SYNC'));
    expect(await shop.payments.orders.sync('SYNC', actor)).toMatchObject({ orderId: 'SYNC', paid: true });
    expect(await shop.payments.group('web').orders.sync('SYNC', actor)).toMatchObject({ paid: true });
    expect(service.log).toEqual(Array(2).fill('GET /v1/json/orders/SYNC'));
    expect(completed('SYNC')).toBe(1);
    const texts = await textsOf('SYNC');
    expect(texts.filter((text) => text === 'Order synced by ann: the shelf is mended')).toHaveLength(2);
    expect(texts).toContainEqual(expect.stringContaining('Seen as "completed" (sync): the order changed'));
  });

  it('the details of an order say when it was read and is read next, and whose it is as far as that is known', async () => {
    const details = () => shop.app.get(OrderDetailsService).of({ orderId: 'DETAILS' });
    const dueAt = clock.now() + 5_000;
    await addUnheardOrders(shop.dataSource, { ids: ['DETAILS'], openedAt: () => dueAt - 60_000, dueAt: () => dueAt });
    const unread = { state: 'pending', nextAt: dueAt, lastAt: null };
    expect(await details()).toMatchObject({ customer: null, attempts: [{ poll: unread }] });
    clock.advance(5_000);
    const body = (fields = {}) =>
      orderBody({ orderId: 'DETAILS', amount: 1250, status: 'initialized', at: clock.now(), fields });
    service.script(json(200, { success: true, data: body() }));
    await shop.payments.polling.tick();
    expect(await details()).toMatchObject({ attempts: [{ poll: { state: 'pending', lastAt: dueAt } }] });
    const customerIn = async (customer: object) => {
      clock.advance(1_000);
      const shown = body({ customer, payment_details: { type: 'IDEAL' } });
      await shop.notify({ orderId: 'DETAILS', body: shown, at: clock.now() });
      await shop.drain();
      return (await details())!.customer;
    };
    expect(await customerIn({})).toBeNull();
    const masked = { name: expect.stringMatching(/^A/), email: null, account: null };
    expect(await customerIn({ first_name: 'Anneke' })).toEqual(masked);
    expect(JSON.stringify(await details())).not.toContain('Anneke');
  });

  it('an order of a terminal group that is configured no more is shown with its story, paid or not', async () => {
    const { manager } = shop.dataSource;
    for (const [orderId, paidAt] of [
      ['GONE-OPEN', null],
      ['GONE-PAID', clock.now()],
    ] as const) {
      await shop.addOrder(orderId, 1250, 'gone');
      if (paidAt !== null) await manager.update(PaymentOrderEntity, { orderId }, { paidAt, status: 'completed' });
      const details = await shop.app.get(OrderDetailsService).of({ orderId, group: 'gone' });
      expect(details).toMatchObject({ order: { orderId, group: 'gone', paid: paidAt !== null }, refunds: [] });
      expect(await shop.payments.refunds.list({ group: 'gone', orderId })).toMatchObject({ items: [] });
    }
  });

  it('a sync says what the service says when it knows no such order, and that it was tried', async () => {
    await shop.addOrder('LOST');
    service.script(refusal(1006));
    await expect(shop.payments.orders.sync('LOST', actor)).rejects.toMatchObject({ code: 'SERVICE_1006' });
    expect(await textsOf('LOST')).toContain('Order synced by ann: the shelf is mended');
    await expect(shop.payments.orders.sync('NOBODY', actor)).rejects.toMatchObject({ code: 'ORDER_UNKNOWN' });
  });

  it('however many roads lead to "paid" at the same time, a sync among them, it happens once (scenario D1)', async () => {
    await shop.addOrder('ROADS');
    service.script(...Array<Reply>(6).fill(paid('ROADS')));
    const { orders } = shop.payments;
    const roads = [
      orders.sync('ROADS', actor),
      orders.settle('ROADS'),
      orders.sync('ROADS', actor),
      orders.settle('ROADS'),
    ];
    await Promise.all([...roads, notify('ROADS').then(() => shop.drain())]);
    expect(await Promise.all(roads)).toEqual(Array(4).fill(expect.objectContaining({ paid: true })));
    expect(completed('ROADS')).toBe(1);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'ROADS'")).toBe(1);
  });

  it('attention is cleared once someone has looked, and called for again by the next surprise', async () => {
    await shop.addOrder('ODD');
    service.script(paid('ODD', 1000));
    expect(await shop.payments.orders.sync('ODD', actor)).toMatchObject({ attention: 'amount_mismatch', paid: false });
    expect(await shop.payments.orders.acknowledge('ODD', actor)).toMatchObject({ attention: null, paid: false });
    await shop.payments.orders.acknowledge('ODD', actor);
    expect((await textsOf('ODD')).filter((text) => text.includes('acknowledged'))).toEqual([
      'amount mismatch acknowledged by ann: the shelf is mended',
    ]);
    service.script(paid('ODD', 900));
    expect(await shop.payments.orders.sync('ODD', actor)).toMatchObject({ attention: 'amount_mismatch' });
  });

  it('only what was seen is acknowledged, and what came meanwhile still calls', async () => {
    await shop.addOrder('SEEN');
    service.script(paid('SEEN', 1000));
    const seen = await shop.payments.orders.sync('SEEN', actor);
    expect(seen.attention).toBe('amount_mismatch');
    const set = (attention: string) => shop.dataSource.query(`UPDATE tillbridge_order SET attention = '${attention}'`);
    await set('paid_twice');
    const late = { ...actor, attention: seen.attention };
    await expect(shop.payments.orders.acknowledge('SEEN', late)).rejects.toMatchObject({
      code: 'ATTENTION_CHANGED',
      httpStatus: 409,
      message: expect.stringContaining('paid_twice'),
    });
    for (const odd of [null, '', 0, {}, ['paid_twice']])
      await expect(
        shop.payments.orders.acknowledge('SEEN', { ...actor, attention: odd as string }),
      ).rejects.toMatchObject({ code: 'ATTENTION_CHANGED' });
    expect(await shop.payments.orders.find('SEEN')).toMatchObject({ attention: 'paid_twice' });
    const now = { ...actor, attention: 'paid_twice' };
    expect(await shop.payments.orders.acknowledge('SEEN', now)).toMatchObject({ attention: 'amount_mismatch' });
    const rest = { ...actor, attention: 'amount_mismatch' };
    expect(await shop.payments.orders.acknowledge('SEEN', rest)).toMatchObject({ attention: null });
    // Someone else was quicker: there is nothing left to see to.
    expect(await shop.payments.orders.acknowledge('SEEN', late)).toMatchObject({ attention: null });
    expect((await textsOf('SEEN')).filter((text) => text.includes('acknowledged'))).toHaveLength(2);
  });

  it('a parked notification is replayed by its id when its cause is mended', async () => {
    await shop.addOrder('CLUMSY');
    await notify('CLUMSY');
    await pass(60);
    const parked = await shop.payments.notifications.list({ state: 'parked' });
    expect(parked).toMatchObject({
      next: null,
      items: [{ orderId: 'CLUMSY', state: 'parked', reason: expect.stringContaining('the shelf fell down') }],
    });
    expect(JSON.stringify(parked)).not.toContain('example.org');

    shop.app.get(Shelf).isBroken = false;
    const { id } = parked.items[0]!;
    expect(await shop.payments.notifications.replay(id, actor)).toEqual({
      seen: 1,
      replayed: 1,
      waiting: 0,
      erased: 0,
      complete: true,
    });
    expect(await shop.payments.notifications.replay(id, actor)).toMatchObject({ replayed: 0, waiting: 1 });
    expect(await shop.payments.notifications.replay('nothing', actor)).toMatchObject({ seen: 0, complete: true });
    await shop.drain();
    expect(await shop.payments.orders.find('CLUMSY')).toMatchObject({ paid: true });
    expect(await textsOf('CLUMSY')).toContain('Notification replayed by ann: the shelf is mended');
    // A clock that was set back: the row that was written last is of the earlier time.
    const [first] = await shop.dataSource.manager.findBy(DecisionEntity, { subjectId: id });
    const earlier = { ...first!, id: 'written-last', by: 'ben', decidedAt: first!.decidedAt - 1 };
    const others = { ...earlier, id: 'of-another', by: 'cleo', subjectId: 'another' };
    await shop.dataSource.manager.insert(DecisionEntity, [earlier, others]);
    expect((await shop.payments.notifications.find(id))?.replays).toEqual([
      { by: 'ben', why: actor.why, at: earlier.decidedAt },
      { by: 'ann', why: actor.why, at: first!.decidedAt },
    ]);
  });

  it('those that failed and wait are tried at once when their cause is mended, and no others', async () => {
    const shelf = shop.app.get(Shelf);
    shelf.isBroken = true;
    for (const orderId of ['CLUMSY-1', 'CLUMSY-2']) {
      await shop.addOrder(orderId);
      await notify(orderId);
    }
    await shop.drain();
    await shop.addOrder('UNTRIED');
    await notify('UNTRIED');
    const target = { state: 'pending' as const };
    const waiting = await shop.payments.notifications.list(target);
    expect(waiting.items.map(({ reason }) => reason !== null).toSorted()).toEqual([false, true, true]);
    shelf.isBroken = false;
    await shop.drain();
    expect(await shop.payments.orders.find('CLUMSY-1')).toMatchObject({ paid: false });
    const { items } = await shop.payments.notifications.list(target);
    const one = items.find(({ orderId }) => orderId === 'CLUMSY-1');
    expect(await shop.payments.notifications.replay(one!.id, actor)).toMatchObject({ replayed: 1, waiting: 0 });
    expect(await shop.payments.notifications.replay(target, actor)).toMatchObject({ seen: 1, replayed: 1 });
    expect(await shop.payments.notifications.replay(target, actor)).toMatchObject({ seen: 0, replayed: 0 });
    await shop.drain();
    for (const orderId of ['CLUMSY-1', 'CLUMSY-2']) {
      expect(await shop.payments.orders.find(orderId)).toMatchObject({ paid: true });
      expect(await textsOf(orderId)).toContain('Notification replayed by ann: the shelf is mended');
    }
  });

  it('all unmatched ones are replayed when their orders have come to be; those without stay where they are', async () => {
    await notify('LATE');
    await notify('NEVER');
    await pass(12);
    await shop.addOrder('LATE');
    const again = { state: 'unmatched' as const };
    expect(await shop.payments.notifications.replay(again, actor)).toMatchObject({
      seen: 2,
      replayed: 2,
      complete: true,
    });
    await pass(2);
    expect(await shop.payments.orders.find('LATE')).toMatchObject({ paid: true });
    expect((await shop.payments.notifications.list(again)).items).toMatchObject([{ orderId: 'NEVER' }]);
    expect(await shop.payments.notifications.replay({ ...again, group: 'till' }, actor)).toMatchObject({ seen: 0 });
  });

  it('a time is replayed in batches, watched and aborted, as often as one likes: each effect happens once', async () => {
    clock.advance(3_600_000);
    const from = clock.now();
    await shop.addOrder('BULK');
    for (let batch = 0; batch < 3; batch += 1) {
      await Promise.all(
        Array.from({ length: 50 }, () => {
          clock.advance(1_000);
          return notify('BULK');
        }),
      );
    }
    await shop.drain();
    const to = clock.now() + 1;
    expect(completed('BULK')).toBe(1);

    const seen: ReplayProgress[] = [];
    const abort = new AbortController();
    const onProgress = (progress: ReplayProgress) => {
      seen.push(progress);
      abort.abort();
    };
    const aborted = await shop.payments.notifications.replay({ from, to, group: 'web' }, actor, {
      onProgress,
      signal: abort.signal,
    });
    expect(aborted).toMatchObject({ seen: 100, replayed: 100, complete: false });
    expect(seen).toEqual([{ seen: 100, replayed: 100, waiting: 0, erased: 0 }]);
    expect(await shop.payments.notifications.replay({ from, to }, actor)).toMatchObject({
      seen: 150,
      replayed: 50,
      waiting: 100,
      complete: true,
    });
    await shop.drain();
    expect(await shop.payments.notifications.replay({ from, to }, actor)).toMatchObject({ replayed: 150 });
    await shop.drain();
    expect(await shop.payments.notifications.replay({ from, to: from + 60_000 }, actor)).toMatchObject({ seen: 50 });
    await shop.drain();
    expect(await shop.payments.notifications.replay({ from: to, to: to + 1 }, actor)).toMatchObject({ seen: 0 });
    expect(completed('BULK')).toBe(1);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'BULK'")).toBe(1);
  });

  it('a replay of what is parked leaves out what was parked after it began: it would never end', async () => {
    const begunAt = clock.now();
    const { manager } = shop.dataSource;
    const facts = {
      group: 'web',
      orderId: 'LATER',
      signedAt: 0,
      keyId: 'k',
      body: Buffer.from('{}'),
      receivedAt: begunAt,
    };
    const times = { before: begunAt + 60_000, after: begunAt + 60_001 };
    for (const [id, dueAt] of Object.entries(times))
      await manager.insert(NotificationEntity, { ...facts, id, deliveryKey: id, state: 'parked', dueAt });
    const pass = { target: { state: 'parked' as const, group: 'web' }, begunAt, place: null };
    const rows = await shop.app.get<Transactions>(TRANSACTIONS).run((tx) => nextRows(tx, pass));
    expect(rows.map(({ id }) => id)).toContain('before');
    expect(rows.map(({ id }) => id)).not.toContain('after');
    await manager.delete(NotificationEntity, Object.keys(times));
  });

  it('what is erased is listed and not replayed', async () => {
    await shop.payments.orders.erase('BULK', actor);
    const { items: notifications } = await shop.payments.notifications.list({ state: 'erased', limit: 1 });
    expect(notifications).toMatchObject([{ orderId: 'BULK', state: 'erased', reason: null }]);
    expect(await shop.payments.notifications.replay(notifications[0]!.id, actor)).toMatchObject({
      replayed: 0,
      erased: 1,
    });
    expect(await shop.count("tillbridge_notification WHERE state = 'pending'")).toBe(0);
  });

  it.each([{}, { state: 'erased' as const }, { group: 'web' }, { group: 'web', state: 'erased' as const }])(
    'lists %j page by page, the newest first and back again, each row once',
    async (filter) => {
      const list = (wanted: NotificationFilter) => shop.payments.notifications.list(wanted);
      const idsOf = ({ items }: Page<NotificationSummary>): string[] => items.map(({ id }) => id);
      const ids: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await list({ ...filter, limit: 40, cursor });
        ids.push(...idsOf(page));
        cursor = page.next;
        const newer = page.previous === null ? null : await list({ ...filter, limit: 40, cursor: page.previous });
        if (newer !== null) expect(ids.slice(-40 - page.items.length, -page.items.length)).toEqual(idsOf(newer));
      }
      const where = 'state' in filter ? "WHERE state = 'erased'" : '';
      expect(ids).toHaveLength(await shop.count(`tillbridge_notification ${where}`));
      expect(new Set(ids).size).toBe(ids.length);
      if (!('state' in filter)) expect(ids).toEqual([...ids].sort().reverse());
    },
  );
});
