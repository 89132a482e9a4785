import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { EffectEntity, OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity, NotificationPartEntity } from '../../../src/shop/notifications/index.js';
import { ObservationEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { firstIdAt } from '../../../src/support/index.js';
import { statementsOf } from '../../database/statements.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf } from '../../support/transcript.js';
import { DATA, effect, NOON, notification, poll } from './old-rows.js';
import { DAY } from './retention-stage.js';

/** So do rows. */
const ROWS = NOON - 400 * DAY;
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
    expect(pages).toEqual(['notification', 'notification', 'outbox', 'outbox', 'order', 'order', 'refund_batch']);
    expect(asked.at(-2)).toContain('created_at" >');
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
});
