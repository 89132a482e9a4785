import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import fc from 'fast-check';
import { OnPayment, TillbridgeWorkers, type PaymentEvent } from 'tillbridge';
import { parseOrder } from 'tillbridge/protocol';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { DataSource, type EntityManager } from 'typeorm';
import { InboxWorker } from '../../../src/shop/notifications/index.js';
import { Ledger } from '../../../src/shop/orders/index.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const T0 = 1_764_000_000_000;
const MINUTE = 60_000;
const NEIGHBOURS = 5;

type Mischief = 'fail' | 'lose' | 'hang' | 'rob';

/** Books each payment in its transaction, and does to some orders what no handler should. */
@Injectable()
class Bookings {
  /** What is done to which order. */
  readonly mischief = new Map<string, Mischief>();
  private readonly hanging: (() => void)[] = [];

  constructor(private readonly dataSource: DataSource) {}

  @OnPayment('completed')
  async book({ orderId }: PaymentEvent, tx: EntityManager): Promise<void> {
    await tx.query(`INSERT INTO booked (order_id) VALUES ('${orderId}')`);
    const mischief = this.mischief.get(orderId);
    if (mischief === 'fail') throw new Error('this order is poison');
    // As a deadlock does on MySQL and MariaDB; the handler says nothing of it.
    if (mischief === 'lose') await tx.query('ROLLBACK');
    // As when another process has taken the notification over.
    if (mischief === 'rob')
      await this.dataSource.query(`UPDATE tillbridge_notification SET lease_token = 'x' WHERE order_id = '${orderId}'`);
    if (mischief === 'hang') await new Promise<void>((resolve) => void this.hanging.push(resolve));
  }

  /** Ends all mischief: what hangs goes on, and what has yet to be tried by itself does not hang any more. */
  letGo(): void {
    this.mischief.clear();
    for (const resolve of this.hanging.splice(0)) resolve();
  }
}

interface Step {
  readonly order: number;
  readonly status: string;
  readonly at: number;
}

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    order: fc.nat(2),
    status: fc.constantFrom('initialized', 'completed', 'refunded', 'cancelled', 'teleported'),
    at: fc.nat(3),
  }),
  { minLength: 1, maxLength: 8 },
);

const TABLES: Readonly<Record<string, string>> = {
  tillbridge_order: 'status, amount_refunded, paid_transaction_id, version, transactions, attention',
  tillbridge_observation: 'attempt, raw_status, decision, reason',
  tillbridge_transition: 'version, kind, previous_status, status, amount, amount_refunded, transaction_id',
  tillbridge_effect: 'effect, phase',
  booked: '1 AS times',
};

describeEngines('notifications that are worked off together', (engine) => {
  let shop: ShopHost;
  let trial = 0;
  const clock = new ManualClock(T0);

  beforeAll(async () => {
    const options = { workers: 'off' as const, clock, effects: { transactionLimitMs: 60_000 } };
    shop = await startShop({ engine, options, providers: [Bookings] });
    await shop.dataSource.query('CREATE TABLE booked (order_id VARCHAR(64))');
  });
  afterAll(() => shop.close());

  const observation = (prefix: string, { order, status, at }: Step) => {
    const orderId = `${prefix}-${order}`;
    const transactionId = `1700000000000${order}`;
    const body = orderBody({ orderId, amount: 1250, status, at: T0 + at * MINUTE, transactionId });
    return { group: 'web', serviceOrderId: orderId, source: 'notification' as const, order: parseOrder(body).order };
  };
  /** Everything that is known of the orders of one prefix, without the ids that are drawn anew. */
  const knownOf = async (prefix: string): Promise<unknown> => {
    const tables = Object.entries(TABLES).map(async ([table, columns]) => {
      const sql = `SELECT ${columns}, order_id FROM ${table} WHERE order_id LIKE '${prefix}-%'`;
      const rows = (await shop.dataSource.query(sql)) as object[];
      return rows.map((row) => JSON.stringify(row).replaceAll(prefix, '')).sort();
    });
    return Promise.all(tables);
  };

  it('end as if each had been alone, however they are grouped', () =>
    fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 2, max: 5 }), async (all, most) => {
        const ledger = shop.app.get(Ledger);
        const [alone, together] = [`P${(trial += 1)}`, `P${(trial += 1)}`];
        for (const order of [0, 1]) for (const prefix of [alone, together]) await shop.addOrder(`${prefix}-${order}`);
        const one = [];
        for (const step of all) one.push(await ledger.observe(observation(alone, step)));
        const many = [];
        for (let start = 0; start < all.length; start += most) {
          const group = all.slice(start, start + most).map((step) => observation(together, step));
          many.push(...(await ledger.observeMany(group)));
        }
        expect(many.map(({ kind, reason }) => `${kind} ${reason}`)).toEqual(
          one.map(({ kind, reason }) => `${kind} ${reason}`),
        );
        expect(await knownOf(together)).toEqual(await knownOf(alone));
      }),
      { numRuns: engine === 'sqlite' ? 25 : 8 },
    ));

  const stateOf = async (prefix: string): Promise<string[]> => {
    const rows = (await shop.dataSource.query(
      `SELECT state, attempts FROM tillbridge_notification WHERE order_id LIKE '${prefix}-%' ORDER BY order_id`,
    )) as { state: string; attempts: number }[];
    return rows.map(({ state, attempts }) => `${state} ${attempts}`);
  };
  const booked = (prefix: string) => shop.count(`booked WHERE order_id LIKE '${prefix}-%'`);

  /** Orders of one batch, the first of which does mischief. */
  async function store(prefix: string, mischief: Mischief): Promise<void> {
    for (let order = 0; order <= NEIGHBOURS; order += 1) {
      const orderId = `${prefix}-${order}`;
      await shop.addOrder(orderId);
      await shop.notify({ orderId, body: orderBody({ orderId, amount: 1250, at: T0 }), at: clock.now() });
    }
    shop.app.get(Bookings).mischief.set(`${prefix}-0`, mischief);
  }
  async function workOff(prefix: string, mischief: Mischief): Promise<void> {
    await store(prefix, mischief);
    await shop.drain();
    shop.app.get(Bookings).mischief.clear();
  }
  const well = Array<string>(NEIGHBOURS).fill('done 1');

  it('one that fails is tried by itself, and its neighbours proceed', async () => {
    await workOff('FAIL', 'fail');
    expect(await stateOf('FAIL')).toEqual(['pending 1', ...well]);
    const why = "SELECT last_error FROM tillbridge_notification WHERE order_id = 'FAIL-0'";
    // A notification may have many handlers: the error alone does not tell which one is at fault.
    expect(await shop.dataSource.query(why)).toEqual([
      { last_error: 'handler Bookings.book: Error: this order is poison' },
    ]);
    expect(await booked('FAIL')).toBe(NEIGHBOURS);
    clock.advance(MINUTE);
    await shop.drain();
    expect(await stateOf('FAIL')).toEqual(['done 2', ...well]);
    expect(await booked('FAIL')).toBe(NEIGHBOURS + 1);
  });

  it('are taken fewer at a time after a batch was taken back', async () => {
    const { batches } = shop.app.get(InboxWorker);
    const before = batches.size;
    await store('FEWER', 'fail');
    const rows = await shop.app.get(InboxWorker).rows.claim(NEIGHBOURS + 1);
    expect(await batches.perform(rows)).toHaveLength(NEIGHBOURS + 1);
    expect(batches.size).toBe(Math.max(1, Math.floor(before / 2)));
    await shop.app.get(InboxWorker).rows.release(rows, 0);
    shop.app.get(Bookings).mischief.clear();
    await shop.drain();
    expect(await booked('FEWER')).toBe(NEIGHBOURS + 1);
  });

  it('a handler that loses the transaction lets no neighbour write outside of one', async () => {
    await workOff('LOSE', 'lose');
    expect(await stateOf('LOSE')).toEqual(['pending 1', ...well]);
    expect(await booked('LOSE')).toBe(NEIGHBOURS);
  });

  // SQLite has one connection for all: a statement of someone else waits for the transaction, or belongs to it.
  if (engine === 'sqlite') return;

  it('one that another process has taken over is left to it, and its neighbours proceed', async () => {
    await workOff('ROB', 'rob');
    expect(await stateOf('ROB')).toEqual(['pending 1', ...well]);
    expect(await booked('ROB')).toBe(NEIGHBOURS);
  });

  it('a handler that hangs keeps its neighbours for a second, not for its whole limit', async () => {
    await store('HANG', 'hang');
    shop.app.get(TillbridgeWorkers).start();
    const done = () => shop.count("tillbridge_notification WHERE order_id LIKE 'HANG-%' AND state = 'done'");
    await waitFor(async () => (await done()) === NEIGHBOURS, { what: 'the neighbours' });
    shop.app.get(Bookings).letGo();
    await waitFor(async () => (await done()) === NEIGHBOURS + 1, { what: 'the one that hung' });
    expect(await booked('HANG')).toBe(NEIGHBOURS + 1);
  });
});
