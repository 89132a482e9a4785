import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { ManualClock } from 'tillbridge/testing';
import type { EntityTarget, ObjectLiteral } from 'typeorm';
import { insertRows } from '../../../src/database/engine/index.js';
import { EffectEntity, OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { ObservationEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { RefundBatchEntity } from '../../../src/shop/refund-records/index.js';
import { firstIdAt, waitAtMost } from '../../../src/support/index.js';
import { describeServers } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { DATA, effect, NOON, notification, poll } from './old-rows.js';
import { DAY } from './retention-stage.js';

/** Finished rows of this age are deleted. */
const OLD = NOON - 401 * DAY;
const WAITS = 'waits for the other run';
/** A busy machine takes its time; a run that waits for the other one never ends by itself. */
const PATIENCE_MS = 20_000;

describeServers('two runs of the retention at a time', (engine) => {
  let first: ShopHost;
  let second: ShopHost;
  beforeAll(async () => {
    const options = { workers: 'off' as const, clock: new ManualClock(NOON) };
    first = await startShop({ engine, options });
    second = await startShop({ engine, options, database: first.database });
  });
  afterEach(async () => {
    await first.dataSource.query('DELETE FROM tillbridge_refund_batch');
    await first.forget();
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
  });

  const add = (entity: EntityTarget<ObjectLiteral>, rows: readonly object[]): Promise<void> =>
    insertRows(first.dataSource.manager, entity, rows);
  /** So many rows of a kind, one millisecond after the other. */
  const many = <Row>(count: number, row: (name: string, index: number) => Row): Row[] =>
    Array.from({ length: count }, (_, index) => row(`r-${String(index).padStart(3, '0')}`, index));

  const ran = { group: 'web', orderId: 'A', transitionId: 't', phase: 'commit' };
  const seen = { group: 'web', orderId: 'A', attempt: 1, source: 'poll', decision: 'ignored', reason: 'same' };
  const batch = { group: 'web', fingerprint: 'f', state: 'running', size: 1, refused: null, askedBy: 'ann' };

  const order = { group: 'web', amount: 1, currency: 'EUR', mode: 'sandbox', description: 'x', amountRefunded: 0 };
  const paid = { updatedAt: 1, paidAt: 1, version: 0 };

  const personal = [
    [
      'contents of notifications',
      /^UPDATE .*tillbridge_notification\b/,
      NotificationEntity,
      "body <> ''",
      130,
    ] as const,
    ['what is said of orders', /^UPDATE .*tillbridge_order\b/, PaymentOrderEntity, "description <> ''", 130] as const,
    ['texts of errors', /^UPDATE .*tillbridge_outbox\b/, OutboxEntity, 'last_error IS NOT NULL', 130] as const,
    [
      'who asked for batches',
      /^UPDATE .*tillbridge_refund_batch\b/,
      RefundBatchEntity,
      'asked_by IS NOT NULL',
      130,
    ] as const,
  ];
  const finished = [
    ['notifications', /^DELETE .*tillbridge_notification\b/, NotificationEntity, '1 = 1', 700] as const,
    ['effects of the outbox', /^DELETE .*tillbridge_outbox\b/, OutboxEntity, '1 = 1', 700] as const,
    ['effects', /^DELETE .*tillbridge_effect\b/, EffectEntity, '1 = 1', 700] as const,
    ['observations', /^DELETE .*tillbridge_observation\b/, ObservationEntity, '1 = 1', 700] as const,
    ['polls', /^DELETE .*tillbridge_poll\b/, PollEntity, '1 = 1', 700] as const,
  ];
  const rowsOf = (what: string, count: number): object[] =>
    many(count, (name, index): object => {
      switch (what) {
        case 'contents of notifications':
          return notification(name, 'done', DATA - 1_000 + index);
        case 'what is said of orders':
          return { ...order, ...paid, orderId: name, createdAt: 1 + index };
        case 'texts of errors':
          return effect(name, 'discarded', DATA - 1_000 + index);
        case 'who asked for batches':
          return { ...batch, id: firstIdAt(DATA - 1_000 + index), key: name, createdAt: 1, updatedAt: 1 };
        case 'notifications':
          return notification(name, 'erased', OLD + index);
        case 'effects of the outbox':
          return effect(name, 'done', OLD + index);
        case 'effects':
          return { ...ran, effect: name, recordedAt: OLD + index };
        case 'observations':
          return { ...seen, id: firstIdAt(OLD + index), observedAt: OLD + index };
        default:
          return poll(name, 'done', OLD + index, { openedAt: OLD + index });
      }
    });

  it.each([...personal, ...finished])(
    'the second leaves to the first what that has, and does not wait for it: %s',
    async (what, written, entity, where, count) => {
      await add(entity, rowsOf(what, count));
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      let hold = (): void => undefined;
      const held = new Promise<void>((resolve) => (hold = resolve));
      const untap = tapStatements(first.dataSource, {
        before: async ({ sql, transaction }) => {
          if (sql !== 'COMMIT' || !transaction.some((statement) => written.test(statement))) return;
          hold();
          await released;
        },
      });
      const one = first.payments.retention.run();
      await waitAtMost(held, { ms: PATIENCE_MS, late: () => Promise.reject(new Error('nothing was written')) });
      const other = second.payments.retention.run();
      try {
        expect(await waitAtMost(other, { ms: PATIENCE_MS, late: () => WAITS })).toMatchObject({ complete: true });
      } finally {
        release();
        await Promise.allSettled([one, other]);
        untap();
      }
      expect(await one).toMatchObject({ complete: true });
      const table = first.dataSource.getMetadata(entity).tableName;
      expect(await first.count(`${table} WHERE ${where}`)).toBe(0);
    },
  );
});
