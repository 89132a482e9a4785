import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Money, type RetentionReport } from 'tillbridge';
import { insertRows } from '../../../src/database/engine/index.js';
import { ObservationEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { dueErrors, dueNotifications, dueOrders } from '../../../src/shop/retention/due-data.js';
import { createId, ManualClock } from '../../../src/support/index.js';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { describeEngines, describeOneEngine } from '../../support/engines.js';
import { shopOptions, startShop } from '../../support/shop-host.js';
import { DAY, RetentionStage } from './retention-stage.js';

const actor = { by: 'ann', why: 'the mailer works again' };

/** Rows of work, which go. */
const WORK = ['notification', 'outbox', 'effect', 'observation', 'poll'];

const counts = async ({ shop }: RetentionStage, tables: readonly string[], where = ''): Promise<number[]> =>
  Promise.all(tables.map((table) => shop.count(`tillbridge_${table} ${where}`)));

/** An attempt's poll, as it stands after its last one. */
const addPoll = ({ shop, clock }: RetentionStage, orderId: string, change: Partial<PollEntity> = {}): Promise<void> => {
  const now = clock.now();
  const times = { dueAt: now, openedAt: now, polledAt: now, askedAt: 0 };
  const row = { id: createId(clock), group: 'web', serviceOrderId: orderId, state: 'done' as const, attempts: 0 };
  return insertRows(shop.dataSource.manager, PollEntity, [{ ...row, ...times, ...change }]);
};

describeEngines('finished rows', (engine) => {
  let stage: RetentionStage;
  beforeAll(async () => {
    stage = await RetentionStage.start(engine);
  });
  afterAll(() => stage?.shop.close());

  it('go after 400 days, and what the order is and was stays; an old notification still has no effect', async () => {
    const { shop, clock } = stage;
    await shop.addOrder('OLD');
    const resend = await stage.see('OLD');
    await addPoll(stage, 'OLD');
    clock.advance(399 * DAY);
    await shop.drain();
    expect(await counts(stage, WORK, 'WHERE 1 = 1')).toEqual([1, 1, 2, 1, 1]);

    clock.advance(2 * DAY);
    const report = await shop.payments.retention.run();
    expect(report).toMatchObject({ rows: 6, complete: true });
    expect(await counts(stage, WORK)).toEqual([0, 0, 0, 0, 0]);
    expect(await counts(stage, ['order', 'attempt', 'transition'], "WHERE order_id = 'OLD'")).toEqual([1, 1, 1]);
    expect(await shop.payments.orders.find('OLD')).toMatchObject({ paid: true, amountRefunded: { amount: 0 } });
    expect((await shop.payments.orders.timeline('OLD')).map(({ kind }) => kind)).toContain('transition');

    // The same bytes while their signature is still young enough, and the same facts under a new one.
    clock.advance(-401 * DAY);
    expect((await resend()).status).toBe(200);
    await shop.drain();
    clock.advance(401 * DAY);
    await stage.see('OLD', { at: clock.now() - 401 * DAY });
    await stage.see('OLD');
    expect(await shop.count('tillbridge_transition')).toBe(1);
    expect([shop.handlers.count('transaction', 'completed'), shop.handlers.count('commit', 'completed')]).toEqual([
      1, 1,
    ]);
  });

  it('are missed by nothing that still happens to their order: a refund, a chargeback, a read', async () => {
    const { shop, clock } = stage;
    await shop.addOrder('LATE');
    await stage.see('LATE');
    await addPoll(stage, 'LATE');
    clock.advance(401 * DAY);
    await shop.payments.retention.run();
    const refund = { orderId: 'LATE', key: 'r-1', amount: Money.of('1.00', 'EUR'), reason: 'Mug', by: 'ann' };
    expect(await shop.payments.refunds.request({ ...refund, group: 'web' })).toMatchObject({ isNew: true });
    await stage.see('LATE', { status: 'chargedback' });
    expect(await shop.payments.orders.find('LATE')).toMatchObject({ paid: true, status: 'chargedback' });
    expect(await shop.count("tillbridge_transition WHERE order_id = 'LATE'")).toBe(2);
    expect(shop.handlers.count('transaction', 'completed')).toBe(2);
    // By far too old, but it may be sent: nothing of its time is over.
    clock.advance(401 * DAY);
    await shop.payments.retention.run();
    expect(await shop.count("tillbridge_refund WHERE order_id = 'LATE'")).toBe(1);
  });

  it('are only those that are finished: what failed can be replayed after years', async () => {
    const { shop, clock, mailer } = stage;
    await shop.addOrder('FAILED');
    await stage.see('FAILED', { status: 'declined' });
    await stage.giveUp();
    await addPoll(stage, 'PARKED', { state: 'parked' });
    await addPoll(stage, 'OPEN', { state: 'pending', dueAt: clock.now() + 900 * DAY });
    // Of long ago, and asked for again yesterday.
    await addPoll(stage, 'AGAIN', { dueAt: clock.now() + 800 * DAY });
    await stage.see('NOBODY');
    await shop.dataSource.query("UPDATE tillbridge_notification SET state = 'parked' WHERE order_id = 'NOBODY'");
    clock.advance(801 * DAY);
    await shop.payments.retention.run();
    expect(await counts(stage, ['poll'])).toEqual([3]);
    expect(await shop.count("tillbridge_notification WHERE order_id = 'NOBODY'")).toBe(1);
    const [failed] = await shop.payments.effects.failed();
    expect(failed).toMatchObject({ orderId: 'FAILED' });
    mailer.isBroken = false;
    expect(await shop.payments.effects.replay(failed!.id, actor)).toEqual({ ok: true });
    await shop.drain();
    expect(mailer.sent).toMatchObject([{ id: failed!.id, orderId: 'FAILED' }]);
  });

  it('are deleted in batches, and once each by two processes at a time', async () => {
    const { shop, clock } = stage;
    await shop.payments.retention.run();
    const then = new ManualClock(clock.now());
    const facts = {
      group: 'web',
      orderId: 'MANY',
      attempt: 1,
      source: 'poll' as const,
      decision: 'ignored' as const,
      reason: 'same',
    };
    const many = Array.from({ length: 1_700 }, () => ({ ...facts, id: createId(then), observedAt: then.now() }));
    await insertRows(shop.dataSource.manager, ObservationEntity, many);
    clock.advance(401 * DAY);
    const abort = new AbortController();
    const some = shop.payments.retention.run({ signal: abort.signal });
    abort.abort();
    expect(await some).toMatchObject({ complete: false });
    const reports = await Promise.all([shop.payments.retention.run(), shop.payments.retention.run()]);
    expect(sumOf([await some, ...reports])).toBeGreaterThanOrEqual(1_700);
    expect(await shop.count("tillbridge_observation WHERE order_id = 'MANY'")).toBe(0);
    expect(await shop.payments.retention.run()).toMatchObject({ rows: 0, complete: true });
  });
});

describe('what is due', () => {
  it('is asked for oldest first', async () => {
    const { shop } = await RetentionStage.start('sqlite');
    const place = { createdAt: 1, group: 'web', orderId: 'A' };
    const asked = statementsOf(shop.dataSource, async (tx) => {
      await dueNotifications(tx, 'done', 1);
      await dueErrors(tx, 1);
      await dueOrders(tx, 1, place);
    });
    const statements = await asked.finally(() => shop.close());
    expect(sortsOf(statements)).toEqual([
      'tillbridge_notification: due_at ASC, id ASC',
      'tillbridge_outbox: due_at ASC, id ASC',
      'tillbridge_order: created_at ASC, group_name ASC, order_id ASC',
    ]);
  });
});

const sumOf = (reports: readonly RetentionReport[]): number => reports.reduce((sum, { rows }) => sum + rows, 0);

describeOneEngine('the days that rows are kept', (engine) => {
  let stage: RetentionStage;
  afterEach(() => stage?.shop.close());

  it.each([
    ['off: forever', { rows: 'off' as const }, 4_000, 1],
    ['fewer than by default', { rows: 60 }, 61, 0],
    ['at least as many as personal data is kept', { personalDataDays: 700 }, 699, 1],
  ])('%s', async (_name, retention, days, left) => {
    stage = await RetentionStage.start(engine, retention);
    await stage.shop.addOrder('ONE');
    await stage.see('ONE');
    stage.clock.advance(days * DAY);
    await stage.shop.payments.retention.run();
    expect(await counts(stage, ['notification', 'outbox', 'observation'])).toEqual([left, left, left]);
  });
});

describe('an option retention.rows', () => {
  it.each([
    [{ personalDataDays: 90, rows: 60 }, 'retention.rows: must not be less than personalDataDays'],
    [{ personalDataDays: 7, rows: 29 }, 'retention.rows: rows must be off or a whole number of days from 30 to 3650'],
  ])('that loses personal data before its time or is no number of days is refused: %j', async (retention, fault) => {
    await expect(startShop({ options: { ...shopOptions(), retention } })).rejects.toThrow(fault);
  });
});
