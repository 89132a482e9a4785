import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { EffectEntity, OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity, NotificationPartEntity } from '../../../src/shop/notifications/index.js';
import { AttemptEntity, ObservationEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import {
  RefundEntity,
  RefundEvidenceEntity,
  RefundWatchEntity,
  type RefundState,
} from '../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/refund-protocol.types.js';
import { Erasure } from '../../../src/shop/retention/index.js';
import { firstIdAt } from '../../../src/support/index.js';
import { statementsOf } from '../../database/statements.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';
import { DAY } from './retention-stage.js';

const NOON = Date.UTC(2026, 0, 15, 12);
/** Personal data that is as old as this stays for one more millisecond. */
const DATA = NOON - 30 * DAY;
/** So do rows. */
const ROWS = NOON - 400 * DAY;
const YEAR = 365 * DAY;
const WORDS = 'ann@example.org';
const REFUND_TABLES = ['refund', 'refund_evidence', 'refund_watch', 'decision'];

describe('what a shop does with data whose time is up', () => {
  const clock = new ManualClock(NOON);
  let shop: ShopHost;
  beforeAll(async () => {
    shop = await startShop({ options: { workers: 'off', clock } });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    clock.set(NOON);
    for (const table of REFUND_TABLES) await shop.dataSource.query(`DELETE FROM tillbridge_${table}`);
    await shop.forget();
  });
  afterAll(() => shop.close());

  const add = (entity: EntityTarget<ObjectLiteral>, rows: readonly object[]): Promise<void> =>
    insertRows(shop.dataSource.manager, entity, rows);
  const notification = (id: string, state: string, dueAt: number, change: object = {}) => {
    const times = { signedAt: 0, receivedAt: 0, doneAt: null, dueAt };
    const what = { id, deliveryKey: id, group: 'web', orderId: 'A', keyId: 'k', body: Buffer.from('{}'), parts: 0 };
    return { ...what, ...times, state, attempts: 1, lastError: WORDS, ...change };
  };
  const effect = (id: string, state: string, dueAt: number, change: object = {}) => {
    const what = { id, group: 'web', orderId: 'A', transitionId: 't', version: 1, effect: 'e' };
    return { ...what, state, attempts: 1, dueAt, createdAt: 0, lastError: WORDS, ...change };
  };
  const poll = (id: string, state: string, dueAt: number, change: object = {}) => {
    const what = { id, group: 'web', serviceOrderId: id, state, attempts: 0, lastError: WORDS };
    return { ...what, dueAt, polledAt: 0, askedAt: 0, openedAt: 0, ...change };
  };
  const addOrder = async (orderId: string, change: Partial<PaymentOrderEntity>, group = 'web'): Promise<void> => {
    const at = change.updatedAt ?? change.createdAt ?? DATA - 1;
    await shop.addOrder(orderId, 1250, group, at);
    await shop.dataSource.manager.update(PaymentOrderEntity, { orderId, group }, change);
    await shop.dataSource.manager.update(AttemptEntity, { orderId, group }, { paymentUrl: 'p', sessionId: 's' });
  };
  const addRefund = async (id: string, orderId: string, state: RefundState, updatedAt = 0): Promise<void> => {
    const money = { amount: 100, currency: 'EUR', origin: 'shop', batchId: null, held: 0, fence: 0 };
    const words = { description: WORDS, askedBy: WORDS, cart: null };
    const names = { id, group: 'web', orderId, serviceOrderId: orderId, key: id, tag: `r-${id}` };
    await add(RefundEntity, [{ ...NEW_REFUND, ...money, ...words, ...names, state, createdAt: 0, updatedAt }]);
    const seen = { refundId: id, attempt: 1, outcome: 'accepted', state, startedAt: 0, at: 0, text: WORDS };
    await add(
      RefundEvidenceEntity,
      ['answer', 'decision'].map((kind) => ({ ...seen, id: `${id}-${kind}`, kind })),
    );
    const watch = { id, attempts: 1, dueAt: 0, leaseToken: null, leaseUntil: null, lastError: WORDS };
    await add(RefundWatchEntity, [{ ...watch, state: state === 'settled' ? 'done' : 'pending' }]);
  };
  const run = () => shop.payments.retention.run();

  test('contents of notifications, and what was said about effects that were discarded', async () => {
    const states = ['done', 'unmatched', 'pending', 'parked', 'erased'];
    await add(
      NotificationEntity,
      states.flatMap((state) => [
        notification(`${state}-3`, state, DATA),
        notification(`${state}-2`, state, DATA - 1, { parts: 1 }),
        notification(`${state}-1`, state, DATA - 1),
      ]),
    );
    await add(
      NotificationPartEntity,
      states.map((state) => ({ notificationId: `${state}-2`, number: 1, body: Buffer.from('{}') })),
    );
    await add(OutboxEntity, [
      effect('d-3', 'discarded', DATA),
      effect('d-2', 'discarded', DATA - 1),
      effect('d-1', 'discarded', DATA - 2),
      effect('d-0', 'discarded', DATA - 1, { lastError: null }),
      effect('dead', 'dead', DATA - 1),
      effect('done', 'done', DATA - 1),
    ]);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it runs', run);
      await written.rows('notification', 'notification_part', 'outbox');
      await written.step('nothing more', run);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a hundred notifications at a time, and it may be ended between', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `n-${String(index).padStart(2, '0')}`);
    await add(
      NotificationEntity,
      names.map((id) => notification(id, 'done', DATA - 1)),
    );
    await add(NotificationEntity, [notification('u-1', 'unmatched', DATA - 1)]);
    let asked = 0;
    const signal = (most: number) =>
      ({
        get aborted() {
          return (asked += 1) > most;
        },
      }) as AbortSignal;
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it is ended before it begins', () => shop.payments.retention.run({ signal: signal(0) }));
      asked = 0;
      await written.step('it is ended after two batches', () => shop.payments.retention.run({ signal: signal(2) }));
      await written.step('it goes on', run);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('orders that have come to their end, or were left alone for a year more', async () => {
    const paid = { paidAt: 1, status: 'completed' } as const;
    await addOrder('PAID', paid);
    await addOrder('FRESH', { ...paid, updatedAt: DATA });
    await addOrder('NEW', { ...paid, createdAt: DATA, updatedAt: DATA - 1 });
    await addOrder('ERASED', { ...paid, erasedAt: 1 });
    await addOrder('DECLINED', { status: 'declined', createdAt: DATA - 3 });
    await addOrder('CANCELLED', { status: 'cancelled', createdAt: DATA - 2 });
    await addOrder('OPEN', { status: 'initialized', updatedAt: DATA - YEAR });
    await addOrder('ABANDONED', { status: 'initialized', updatedAt: DATA - YEAR - 1 });
    await addOrder('NO-WORD', { createdAt: DATA - YEAR - 2, updatedAt: DATA - YEAR - 2 });
    await addOrder('PAID', { ...paid, createdAt: DATA - 4 }, 'till');
    await addOrder('MANUAL', paid);
    await addOrder('REFUNDED', paid);
    await addOrder('JUST-REFUNDED', paid);
    await addRefund('m', 'MANUAL', 'manual');
    await addRefund('r', 'REFUNDED', 'settled', DATA - 1);
    await addRefund('s', 'REFUNDED', 'rejected', DATA - 1);
    await addRefund('j', 'JUST-REFUNDED', 'settled', DATA);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it runs', run);
      await written.rows('order', 'attempt', 'refund', 'refund_evidence', 'refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('orders that change while others are erased', async () => {
    for (const orderId of ['A', 'CHANGED', 'ERASED', 'GONE']) await addOrder(orderId, { paidAt: 1 });
    const erase = Erasure.prototype.order;
    jest.spyOn(Erasure.prototype, 'order').mockImplementationOnce(async function first(this: Erasure, tx, ...order) {
      await tx.update(PaymentOrderEntity, { orderId: 'CHANGED' }, { updatedAt: DATA });
      await tx.update(PaymentOrderEntity, { orderId: 'ERASED' }, { erasedAt: 1 });
      await tx.delete(PaymentOrderEntity, { orderId: 'GONE' });
      return erase.call(this, tx, ...order);
    });
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it runs', run);
      await written.rows('order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a hundred orders, and a hundred errors, are followed by a look for more', async () => {
    const ids = Array.from({ length: 100 }, (_, index) => `O-${String(index).padStart(2, '0')}`);
    const order = { group: 'web', amount: 1, currency: 'EUR', mode: 'sandbox', description: 'x', amountRefunded: 0 };
    const times = { createdAt: DATA - 1, updatedAt: DATA - 1, paidAt: 1, version: 0 };
    await add(
      PaymentOrderEntity,
      ids.map((orderId) => ({ ...order, ...times, orderId })),
    );
    await add(
      OutboxEntity,
      ids.map((id) => effect(id, 'discarded', DATA - 1)),
    );
    const asked = (await statementsOf(shop.dataSource, run))
      .map(({ sql }) => sql)
      .filter((sql) => sql.includes('LIMIT 100'));
    const pages = asked.map((sql) => /FROM "tillbridge_(\w+)"/.exec(sql)?.[1]);
    expect(pages).toEqual(['notification', 'notification', 'outbox', 'outbox', 'order', 'order']);
    expect(asked.at(-1)).toContain('created_at" >');
    expect(await shop.count("tillbridge_order WHERE description <> ''")).toBe(0);
  });

  test('rows that nothing needs any more', async () => {
    const ends = [ROWS, ROWS - 1];
    const named = (name: string) => ends.map((dueAt, index) => [`${name}-${index}`, dueAt] as const);
    for (const state of ['erased', 'parked'])
      await add(
        NotificationEntity,
        named(state).map(([id, dueAt]) => notification(id, state, dueAt)),
      );
    for (const state of ['done', 'discarded', 'dead'])
      await add(
        OutboxEntity,
        named(state).map(([id, dueAt]) => effect(id, state, dueAt, { lastError: null })),
      );
    const ran = { group: 'web', orderId: 'A', transitionId: 't', phase: 'commit' };
    await add(
      EffectEntity,
      ends.map((recordedAt, index) => ({ ...ran, effect: `e-${index}`, recordedAt })),
    );
    const seen = { group: 'web', orderId: 'A', attempt: 1, source: 'poll', decision: 'ignored', reason: 'same' };
    await add(
      ObservationEntity,
      ends.map((at) => ({ ...seen, id: firstIdAt(at), observedAt: at })),
    );
    for (const state of ['done', 'parked', 'pending'])
      await add(
        PollEntity,
        named(state).map(([id, at]) => poll(id, state, at, { openedAt: at })),
      );
    await add(PollEntity, [poll('read-since', 'done', ROWS, { openedAt: ROWS - 1 })]);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it runs', run);
      await written.rows('notification', 'outbox', 'effect', 'observation', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('five hundred rows at a time', async () => {
    const many = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => poll(`${name}-${index}`, 'done', 1, { openedAt: 1 + index }));
    await add(PollEntity, many('p', 501));
    const ran = { group: 'web', orderId: 'A', transitionId: 't', phase: 'commit' };
    await add(
      EffectEntity,
      Array.from({ length: 500 }, (_, index) => ({ ...ran, effect: `e-${index}`, recordedAt: 1 + index })),
    );
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('it runs', run);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a process looks a minute after its start, and then once an hour', async () => {
    await add(NotificationEntity, [notification('n', 'done', DATA - 1)]);
    const transcript = await transcriptOf(shop, clock, async (written) => {
      for (const ms of [59_999, 1, 3_599_999, 1]) {
        clock.advance(ms);
        await written.work('retention');
      }
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one order is erased because someone asks for it', async () => {
    const actor = { by: 'ann', why: 'asked for by the customer' };
    for (const orderId of ['OPEN', 'CLOSED', 'OTHER']) await addOrder(orderId, { status: 'initialized' });
    await shop.dataSource.manager.update(PaymentOrderEntity, { orderId: 'CLOSED' }, { status: 'cancelled' });
    const [attempt] = await shop.dataSource.manager.findBy(AttemptEntity, { orderId: 'CLOSED' });
    await add(AttemptEntity, [{ ...attempt, serviceOrderId: 'CLOSED-2', number: 2 }]);
    const about = (orderId: string) => ({ orderId, dueAt: NOON });
    await add(NotificationEntity, [
      ...['done', 'unmatched', 'pending', 'parked'].map((state) => notification(state, state, NOON, about('CLOSED-2'))),
      notification('first', 'done', NOON, { ...about('CLOSED'), parts: 1 }),
      notification('other', 'done', NOON, about('OTHER')),
      notification('elsewhere', 'done', NOON, { ...about('CLOSED'), group: 'till' }),
    ]);
    await add(NotificationPartEntity, [{ notificationId: 'first', number: 1, body: Buffer.from('{}') }]);
    for (const orderId of ['CLOSED', 'OTHER'])
      await add(
        OutboxEntity,
        ['done', 'discarded', 'dead'].map((state) => effect(`${orderId}-${state}`, state, NOON, { orderId })),
      );
    for (const [id, state] of [
      ['CLOSED', 'done'],
      ['CLOSED-2', 'parked'],
      ['OTHER', 'done'],
      ['OPEN', 'pending'],
    ] as const)
      await add(PollEntity, [poll(id, state, NOON)]);
    await addRefund('q', 'CLOSED', 'queued');
    await addRefund('a', 'CLOSED', 'accepted');
    await addRefund('s', 'CLOSED', 'settled');
    const transcript = await transcriptOf(shop, clock, async (written) => {
      await written.step('one that can still be paid', () => shop.payments.orders.erase('OPEN', actor));
      await written.step('one that has ended', () => shop.payments.orders.erase('CLOSED', actor));
      await written.rows('order', 'attempt', 'notification', 'notification_part', 'outbox', 'poll', 'refund');
      await written.rows('refund_evidence', 'refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });
});
