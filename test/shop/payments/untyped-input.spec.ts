import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPaymentError, Money } from 'tillbridge';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { DashboardStage } from '../../dashboard/support/dashboard-stage.js';
import { setOrderScenes } from '../../dashboard/support/order-scenes.js';
import { tapStatements } from '../../support/statement-tap.mjs';

type Call = readonly [target: object, method: string, ...given: unknown[]];

/** What reaches a shop's code from outside, and from there a call whose types no one has checked. */
const WORDS = ['', ' ', 'Paid', '__proto__', 'a\0b', '\ud800', 'x'.repeat(70_000)];
const NUMBERS = [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];
/** Objects are what `?id[order_id]=0` of a query string becomes. */
const OTHERS = [null, true, [], ['S-1001'], {}, { order_id: 0 }, { group_name: 'web' }, new Date(0)];
const ODD = [...WORDS, ...NUMBERS, ...OTHERS];

const who = { by: 'ann', why: 'the customer has called' };
const euros = (minor: number): Money => Money.ofMinor(minor, 'EUR');
/** Sent to the database as it is, on every engine. */
const isPlain = (value: unknown): boolean =>
  value === null || Buffer.isBuffer(value) || ['string', 'number', 'bigint', 'boolean'].includes(typeof value);

/** Where in the arguments another value can stand: each of them, and each field of those that are objects. */
function placesIn(value: unknown, at: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (value === null || typeof value !== 'object' || value instanceof Money) return [at];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const inside = [...keys].flatMap((key) => placesIn(Reflect.get(value, key), [...at, key]));
  return at.length === 0 ? inside : [at, ...inside];
}

function withOdd(value: unknown, [key, ...rest]: readonly (string | number)[], odd: unknown): unknown {
  if (key === undefined) return odd;
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) };
  return Reflect.set(copy, key, withOdd(Reflect.get(copy, key), rest, odd)) && copy;
}

/** Thousands of calls, one after the other: beside three others on two cores they take close to the suite's minute. */
const LONGEST_MS = 240_000;

describe('the public calls, with what no type allows', () => {
  let dashboard: DashboardStage;
  let names: { note: string; refund: string; effect: string };

  beforeAll(async () => {
    dashboard = await DashboardStage.start();
    await setOrderScenes(dashboard);
    const { manager } = dashboard.stage.shop.dataSource;
    names = {
      note: (await manager.findOneByOrFail(NotificationEntity, { orderId: 'S-1001', state: 'parked' })).id,
      refund: (await manager.findOneByOrFail(RefundEntity, { state: 'manual' })).id,
      effect: (await manager.findOneByOrFail(OutboxEntity, { state: 'dead' })).id,
    };
    for (const table of tables()) await query(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`);
  });
  afterAll(() => dashboard.close());

  const query = (sql: string): Promise<unknown> => dashboard.stage.shop.dataSource.query(sql);
  const tables = (): string[] => {
    const all = dashboard.stage.shop.dataSource.entityMetadatas.map(({ tableName }) => tableName);
    return all.filter((table) => !/process|call_budget/.test(table));
  };
  /** In no order: a server gives rows as they happen to lie. */
  const rows = async (): Promise<string> => {
    const found = await Promise.all(tables().map((table) => query(`SELECT * FROM ${table}`)));
    return found.flatMap((some) => (some as object[]).map((row) => JSON.stringify(row)).toSorted()).join('\n');
  };
  /** How many rows its only connection has written so far: where it stays, no table needs to be read. */
  const written = async (): Promise<number> => {
    const [row] = (await query('SELECT total_changes() AS written')) as { written: number }[];
    return row!.written;
  };
  async function restore(): Promise<void> {
    for (const table of tables()) {
      await query(`DELETE FROM ${table}`);
      await query(`INSERT INTO ${table} SELECT * FROM kept_${table}`);
    }
  }

  function callsOf(): Call[] {
    const { payments } = dashboard.stage.shop;
    const { orders, refunds, notifications, effects, polling } = payments;
    const [{ note, refund, effect }, web, group] = [names, payments.group('web'), 'web'];
    const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16), dryRun: true };
    const row = { orderId: 'S-1001', amount: euros(5), reason: 'broken', key: 'row-1' };
    return [
      [orders, 'find', 'S-1001', { group }],
      [orders, 'findByReference', 'PO-77', { group }],
      [orders, 'timeline', 'S-1001', { group }],
      [orders, 'settle', 'S-1001', { group, byServiceId: true, patienceMs: 500, leastGapMs: 0 }],
      [orders, 'settlesWithin', 'S-1002', { group }],
      [orders, 'sync', 'S-1001', { ...who, group }],
      [orders, 'acknowledge', 'S-1004', { ...who, group, attention: 'paid_twice' }],
      [orders, 'erase', 'S-1001', { ...who, group }],
      [orders, 'fetch', 'S-1001', { group }],
      [orders, 'serviceOrderId', 'S-1001', { group }],
      [
        orders,
        'create',
        'web',
        { orderId: 'N1', amount: euros(100), description: 'Mugs', redirectUrl: 'http://localhost:3/' },
      ],
      [web.orders, 'get', 'S-1002'],
      [web.orders, 'cancel', 'S-1002', { reason: 'sold out' }],
      [web.orders, 'cancelReservation', 'S-1002', { reason: 'sold out' }],
      [
        refunds,
        'request',
        { orderId: 'S-1001', group, amount: euros(100), reason: 'broken', key: 'k-9', by: 'ann', why: 'asked' },
      ],
      [refunds, 'request', { orderId: 'S-1001', group, amount: 'remaining', reason: 'broken', key: 'k-10' }],
      [effects, 'replayAll', { effect: 'Mailer.confirm' }, who],
      [refunds, 'remaining', 'S-1001', { group }],
      [refunds, 'find', refund, { group }],
      [refunds, 'find', { group, key: 'k1' }],
      [refunds, 'decisions', refund, { group }],
      [refunds, 'evidence', refund, { group }],
      [refunds, 'cancel', refund, { ...who, group }],
      [refunds, 'decide', refund, { ...who, verdict: 'paid', serviceRefundId: '17', group }],
      [refunds, 'list', { group, orderId: 'S-1003', state: 'manual', limit: 10 }],
      [refunds, 'upcoming', 'web', { limit: 5 }],
      [refunds, 'pauseLane', 'web', { ...who }],
      [refunds, 'resumeLane', 'web', { ...who }],
      [refunds.batches, 'submit', { group, key: 'b-1', rows: [row], ...who }],
      [refunds.batches, 'validate', { group, rows: [row] }],
      [refunds.batches, 'find', 'b-1'],
      [refunds.batches, 'decided', 'b-1'],
      [refunds.batches, 'list', { group, limit: 5 }],
      [refunds.batches, 'stop', 'b-1', { ...who }],
      [notifications, 'replay', note, { ...who }],
      [notifications, 'replay', { from: day.from, to: day.to, group }, { ...who }],
      [notifications, 'replay', { state: 'parked', group }, { ...who }],
      [notifications, 'find', note],
      [notifications, 'list', { group, state: 'parked', limit: 5 }],
      [effects, 'failed', { limit: 5 }],
      [effects, 'page', { limit: 5 }],
      [effects, 'replay', effect, { ...who }],
      [effects, 'discard', effect, { ...who }],
      [effects, 'run', effect],
      [polling, 'status', 'web'],
      [polling, 'tick', 'web', { most: 1 }],
      [web.transactions, 'list', { status: 'completed' }, { maxPages: 1 }],
      [web, 'paymentMethods', { amount: 100, currency: 'EUR' }],
      [payments, 'reconcile', { group, ...day, ...who }],
      [payments, 'group', 'web'],
    ];
  }

  it(
    'are refused with a typed error and change nothing, and no database sees what is no plain value',
    async () => {
      const [untyped, changed, objects]: [string[], string[], string[]] = [[], [], []];
      let about = '';
      let [tried, refused] = [0, 0];
      const untap = tapStatements(dashboard.stage.shop.dataSource, {
        before: ({ sql, parameters }) => {
          if (!parameters.every(isPlain)) objects.push(`${about}: ${sql}`);
        },
      });
      const before = await rows();
      let atFirst = await written();
      for (const [target, method, ...given] of callsOf()) {
        for (const place of placesIn(given)) {
          for (const odd of ODD) {
            about = `${method}, ${place.join('.')}: ${JSON.stringify(odd)?.slice(0, 20)}`;
            tried += 1;
            const call = async (): Promise<unknown> =>
              Reflect.apply(
                Reflect.get(target, method) as () => unknown,
                target,
                withOdd(given, place, odd) as unknown[],
              );
            const error = await call().then(
              () => null,
              (thrown: unknown) => thrown,
            );
            const isChanged = (await written()) !== atFirst && (await rows()) !== before;
            if (error !== null) refused += 1;
            if (error !== null && !isPaymentError(error)) untyped.push(`${about}: ${String(error).slice(0, 90)}`);
            // What the service has refused was good enough to be sent.
            const isRefusedThere = isPaymentError(error) && error.code.startsWith('SERVICE_');
            if (error !== null && isChanged && !isRefusedThere) changed.push(about);
            if (isChanged) await restore();
            atFirst = await written();
          }
        }
      }
      untap();
      expect({ untyped, changed, objects }).toEqual({ untyped: [], changed: [], objects: [] });
      expect(tried).toBeGreaterThan(2_000);
      expect(refused).toBeGreaterThan(tried / 2);
    },
    LONGEST_MS,
  );

  it('takes no word but two for what became of a refund: any other would have it sent once more', async () => {
    const { refunds } = dashboard.stage.shop.payments;
    for (const verdict of ['Paid', 'PAID', 'yes', 'not paid', '', null, true, 'paid ']) {
      const asked = refunds.decide(names.refund, { ...who, verdict: verdict as 'paid' });
      await expect(asked).rejects.toMatchObject({ code: 'DECISION_INVALID', faults: [{ path: 'verdict' }] });
      expect(await refunds.find(names.refund)).toMatchObject({ state: 'manual' });
    }
  });
});
