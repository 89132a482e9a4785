import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity, NotificationPartEntity } from '../../../src/shop/notifications/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import {
  RefundEntity,
  RefundEvidenceEntity,
  RefundWatchEntity,
  type RefundState,
} from '../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { Erasure } from '../../../src/shop/retention/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';
import { DATA, effect, NOON, notification, poll, WORDS } from './old-rows.js';
import { DAY } from './retention-stage.js';

const YEAR = 365 * DAY;
const REFUND_TABLES = ['refund', 'refund_evidence', 'refund_watch', 'decision'];

describe('what a shop does with orders whose time is up', () => {
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
