import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { AttemptEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import {
  RefundEntity,
  RefundEvidenceEntity,
  RefundWatchEntity,
  type RefundState,
} from '../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { describeOneEngine } from '../../support/engines.js';
import { DAY, RetentionStage } from './retention-stage.js';

const actor = { by: 'ann', why: 'asked for by the customer' };
const WORDS = 'ann@example.org';

describeOneEngine('what is said about people in the rows of an order', (engine) => {
  let stage: RetentionStage;
  beforeAll(async () => {
    stage = await RetentionStage.start(engine);
  });
  afterEach(async () => {
    for (const entity of [OutboxEntity, PollEntity, RefundEntity, RefundEvidenceEntity, RefundWatchEntity])
      await stage.shop.dataSource.manager.clear(entity);
  });
  afterAll(() => stage.shop.close());

  const add = (entity: EntityTarget<ObjectLiteral>, rows: readonly object[]): Promise<void> =>
    insertRows(stage.shop.dataSource.manager, entity, rows);
  const textsOf = async (entity: EntityTarget<ObjectLiteral>, column: string): Promise<Record<string, unknown>> => {
    const rows = await stage.shop.dataSource.manager.find(entity, { order: { id: 'ASC' } });
    return Object.fromEntries(rows.map((row) => [row['id'], row[column]]));
  };
  const work = { attempts: 1, dueAt: 0, leaseToken: null, leaseUntil: null, lastError: WORDS };

  const addRefund = async (id: string, orderId: string, state: RefundState): Promise<void> => {
    const money = { amount: 100, currency: 'EUR', origin: 'shop', batchId: null, held: 0, fence: 0 };
    const times = { createdAt: 0, updatedAt: stage.clock.now() };
    const words = { description: WORDS, askedBy: WORDS, cart: null };
    const names = { id, group: 'web', orderId, serviceOrderId: orderId, key: id, tag: `r-${id}` };
    await add(RefundEntity, [{ ...NEW_REFUND, ...money, ...times, ...words, ...names, state }]);
    const seen = { refundId: id, attempt: 1, outcome: 'accepted', state, startedAt: 0, at: 0, text: WORDS };
    const kinds = ['answer', 'decision'].map((kind) => ({ ...seen, id: `${id}-${kind}`, kind }));
    await add(RefundEvidenceEntity, kinds);
    await add(RefundWatchEntity, [{ ...work, id, state: state === 'settled' ? 'done' : 'pending' }]);
  };

  it('is gone from refunds that are over, but for what a person decided; what may be sent keeps its words', async () => {
    for (const orderId of ['OVER', 'NEAR']) await stage.shop.addOrder(orderId);
    await addRefund('a', 'OVER', 'settled');
    await addRefund('b', 'OVER', 'rejected');
    await addRefund('c', 'OVER', 'unknown');
    await addRefund('d', 'NEAR', 'settled');
    expect(await stage.shop.payments.orders.erase('OVER', actor)).toMatchObject({ keptRefunds: 1 });
    expect(await textsOf(RefundEntity, 'description')).toEqual({ a: '', b: '', c: WORDS, d: WORDS });
    expect(await textsOf(RefundEntity, 'askedBy')).toEqual({ a: null, b: null, c: WORDS, d: WORDS });
    expect(await textsOf(RefundEvidenceEntity, 'text')).toEqual({
      'a-answer': null,
      'a-decision': WORDS,
      'b-answer': null,
      'b-decision': WORDS,
      'c-answer': WORDS,
      'c-decision': WORDS,
      'd-answer': WORDS,
      'd-decision': WORDS,
    });
    // A watch that goes on needs to know that it has failed before.
    expect(await textsOf(RefundWatchEntity, 'lastError')).toEqual({ a: null, b: WORDS, c: WORDS, d: WORDS });
    expect(await stage.shop.payments.orders.find('OVER')).toMatchObject({ description: '', erasedAt: null });
  });

  it('is gone from the work that has ended, not from what goes on, nor from that of other orders', async () => {
    await stage.shop.addOrder('WORK');
    await stage.shop.addOrder('NEXT');
    const effect = { group: 'web', orderId: 'WORK', transitionId: 't', version: 1, effect: 'e', createdAt: 0 };
    const effects = ['done', 'discarded', 'dead', 'pending'].map((state) => ({ ...effect, ...work, id: state, state }));
    await add(OutboxEntity, [...effects, { ...effect, ...work, id: 'other', orderId: 'NEXT', state: 'done' }]);
    const poll = { ...work, group: 'web', polledAt: 0, askedAt: 0, openedAt: 0 };
    await add(PollEntity, [
      { ...poll, id: 'done', serviceOrderId: 'WORK', state: 'done' },
      { ...poll, id: 'other', serviceOrderId: 'NEXT', state: 'done' },
    ]);
    const page = { paymentUrl: 'https://pay.example/1', sessionId: 's-1' };
    await stage.shop.dataSource.manager.update(AttemptEntity, { orderId: 'WORK' }, page);
    await stage.shop.dataSource.manager.update(AttemptEntity, { orderId: 'NEXT' }, page);
    await stage.see('WORK', { status: 'declined' });
    await stage.shop.payments.orders.erase('WORK', actor);
    const errors = await textsOf(OutboxEntity, 'lastError');
    expect(errors).toMatchObject({ done: null, discarded: null, dead: WORDS, other: WORDS });
    expect(await textsOf(PollEntity, 'lastError')).toMatchObject({ done: null, other: WORDS });
    const attempts = await stage.shop.dataSource.manager.findBy(AttemptEntity, [
      { orderId: 'WORK' },
      { orderId: 'NEXT' },
    ]);
    expect(Object.fromEntries(attempts.map(({ orderId, paymentUrl, sessionId }) => [orderId, [paymentUrl, sessionId]])))
      // Of the other one nothing was asked.
      .toEqual({ WORK: [null, null], NEXT: Object.values(page) });
  });

  it('goes in batches, of orders and of errors too, and an order with a fresh refund stays', async () => {
    const { shop, clock } = stage;
    const orders = Array.from({ length: 130 }, (_, index) => `MANY-${index}`);
    for (const orderId of orders) await shop.addOrder(orderId);
    const old = clock.now() - 31 * DAY;
    await shop.dataSource.query(
      `UPDATE tillbridge_order SET status = 'declined', created_at = ${old}, updated_at = ${old} WHERE order_id LIKE 'MANY-%'`,
    );
    await addRefund('fresh', 'MANY-3', 'settled');
    const effect = { group: 'web', orderId: 'MANY-3', transitionId: 't', version: 1, effect: 'e', createdAt: 0 };
    const discarded = { ...effect, ...work, dueAt: old, state: 'discarded' };
    await add(
      OutboxEntity,
      orders.map((id) => ({ ...discarded, id })),
    );
    expect(await shop.payments.retention.run()).toMatchObject({ orders: 129, complete: true });
    expect(shop.logs.matching('the personal data of 129 order(s)')).toHaveLength(1);
    expect(await shop.payments.orders.find('MANY-3')).toMatchObject({ description: 'Two mugs', erasedAt: null });
    expect(await shop.count("tillbridge_order WHERE order_id LIKE 'MANY-%' AND description = ''")).toBe(129);
    expect(await shop.count('tillbridge_outbox WHERE last_error IS NOT NULL')).toBe(0);
  });
});
