import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody, signedNotification } from 'tillbridge/testing';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/tokens.js';
import { InboxWorker } from '../../../src/shop/notifications/index.js';
import { OwnNotifications } from '../../../src/shop/notifications/inbox/own-notifications.js';
import { NO_PLACES, type RowWorker } from '../../../src/shop/workers/index.js';
import { describeOneEngine, type TestDatabase } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';

const LEASE_MS = 30_000;
/** More rows of its own than a process ever has. */
const MANY = 5_000;
/** Silent ends after which a notification is parked. */
const MOST_DEATHS = 5;

/** Fails as often as it is told to. */
@Injectable()
class Bookings {
  failures = 0;
  readonly booked: string[] = [];

  @OnPayment('completed')
  book({ kind, orderId }: PaymentEvent): void {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('no room in the books');
    }
    this.booked.push(`${kind} ${orderId}`);
  }
}

const ROWS = 'tillbridge_notification';
const OPEN = `${ROWS} WHERE state = 'pending'`;
type Worker = Pick<RowWorker<unknown>, 'keepPlaces'>;

describeOneEngine('notifications of a process that works on notifications itself', (engine) => {
  const clock = new ManualClock(Date.now());
  let database: TestDatabase;
  let shop: ShopHost;
  let other: ShopHost;
  let orders = 0;

  const start = (workers: 'inline' | 'off'): Promise<ShopHost> =>
    startShop({ engine, database, options: { clock, workers }, providers: [Bookings] });
  beforeAll(async () => {
    database = await createMigratedDatabase(engine);
    shop = await start('inline');
    other = await start('off');
  });
  afterAll(async () => {
    await shop?.close();
    await other?.close();
    await database?.drop();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    shop.app.get(Bookings).failures = 0;
  });

  const ownOf = ({ app }: ShopHost): OwnNotifications => app.get(OwnNotifications);
  const workerOf = (host: ShopHost): Worker => Reflect.get(ownOf(host), 'worker') as Worker;
  const newOrder = async (): Promise<string> => {
    const orderId = `N-${(orders += 1)}`;
    await shop.addOrder(orderId);
    return orderId;
  };
  const signed = (orderId: string, status: 'initialized' | 'completed' = 'completed') => {
    clock.advance(1_000);
    const transaction = status === 'initialized' ? { transactionId: null } : {};
    const body = orderBody({ orderId, amount: 1250, at: clock.now(), status, ...transaction });
    return signedNotification({ key: shop.key, orderId, at: clock.now(), body });
  };
  const send = async (host: ShopHost, { search, headers, body }: ReturnType<typeof signed>): Promise<void> =>
    expect((await host.post(search, headers, body)).status).toBe(200);
  /** The orders whose notifications the worker of a process is given from now on. */
  const handedTo = (host: ShopHost): string[] => {
    const ids: string[] = [];
    const worker = host.app.get(InboxWorker);
    const [alone, together] = [worker.perform.bind(worker), worker.batches.perform];
    jest.spyOn(worker, 'perform').mockImplementation((row) => (ids.push(row.orderId), alone(row)));
    jest
      .spyOn(worker.batches, 'perform')
      .mockImplementation((rows) => (ids.push(...rows.map(({ orderId }) => orderId)), together(rows)));
    return ids;
  };
  const isDone = (orderId: string, attempts = 1): Promise<unknown> =>
    waitFor(async () =>
      shop.count(`${ROWS} WHERE order_id = '${orderId}' AND state = 'done' AND attempts = ${attempts}`),
    );
  const bookingsOf = (orderId: string): string[] =>
    [shop, other].flatMap(({ app }) => app.get(Bookings).booked).filter((each) => each.endsWith(` ${orderId}`));
  /** What is committed is lost on the way to the work, as when the process is killed there. */
  const dieAfterCommit = async (work: () => Promise<void>): Promise<void> => {
    const own = ownOf(shop);
    const worker = workerOf(shop);
    const { own: leases } = shop.app.get(InboxWorker).rows;
    own.connect({ keepPlaces: (count) => ({ ...NO_PLACES, count, lease: leases.next() }) });
    await work();
    own.connect(worker as Parameters<OwnNotifications['connect']>[0]);
  };

  it('are its own from the start, and none is claimed; a repeat is begun by nobody', async () => {
    const handed = handedTo(shop);
    const orderId = await newOrder();
    const statements: string[] = [];
    const untap = tapStatements(shop.dataSource, { before: ({ sql }) => void statements.push(sql) });
    const notification = signed(orderId);
    await send(shop, notification);
    await isDone(orderId);
    await send(shop, notification);
    await Promise.all([send(shop, notification), send(shop, signed(await newOrder()))]);
    await isDone(`N-${orders}`);
    untap();
    expect(statements.filter((sql) => /UPDATE .*tillbridge_notification.* SET .*attempts/.test(sql))).toEqual([]);
    expect(handed).toEqual([orderId, `N-${orders}`]);
    expect(await shop.count(ROWS)).toBe(2);
  });

  it('are told apart from repeats also when the answer to the insert is lost, and when it cannot be asked', async () => {
    const transactions = shop.app.get<Transactions>(TRANSACTIONS);
    const execute = transactions.execute.bind(transactions);
    // As after a lost connection: the same statement once more.
    jest.spyOn(transactions, 'execute').mockImplementation(async (statement) => {
      await execute(statement);
      return execute(statement);
    });
    const first = await newOrder();
    await send(shop, signed(first));
    await isDone(first);
    jest.spyOn(transactions, 'read').mockRejectedValue(new Error('the database is gone'));
    const second = await newOrder();
    await send(shop, signed(second));
    await isDone(second);
  });

  it('wait for the lease, and no longer, when the process dies after the commit', async () => {
    const orderId = await newOrder();
    await dieAfterCommit(() => send(shop, signed(orderId)));
    clock.advance(LEASE_MS - 1);
    await other.drain();
    expect(await shop.count(OPEN)).toBe(1);
    clock.advance(1);
    await other.drain();
    await isDone(orderId, 2);
  });

  it('are parked when they have killed their process five times, the first time included', async () => {
    const orderId = await newOrder();
    await dieAfterCommit(() => send(shop, signed(orderId)));
    for (let deaths = 1; deaths < MOST_DEATHS; deaths += 1) {
      clock.advance(LEASE_MS);
      expect(await other.app.get(InboxWorker).rows.claim(1)).toMatchObject([{ attempts: deaths + 1 }]);
    }
    clock.advance(LEASE_MS);
    await other.drain();
    expect(await shop.count(`${ROWS} WHERE order_id = '${orderId}' AND state = 'parked'`)).toBe(1);
    expect(other.logs.matching('is parked; the order may be behind')).toHaveLength(1);
  });

  it('are no more than its worker has places for: the others are free for all', async () => {
    const kept = workerOf(shop).keepPlaces(MANY);
    expect(kept.count).toBeLessThan(MANY);
    const claimed = jest.spyOn(shop.app.get(InboxWorker).rows, 'claim');
    const orderId = await newOrder();
    await send(shop, signed(orderId));
    await isDone(orderId);
    expect(claimed).toHaveBeenCalled();
    kept.drop();
    expect(workerOf(other).keepPlaces(1).count).toBe(0);
    const next = await newOrder();
    const handed = handedTo(other);
    await send(other, signed(next));
    expect(handed).toEqual([]);
    // The other process only takes them: this one claims what that one has left.
    await shop.drain();
    await isDone(next);
  });

  it('are tried again by the clock when they fail', async () => {
    shop.app.get(Bookings).failures = 1;
    const orderId = await newOrder();
    const claimed = jest.spyOn(shop.app.get(InboxWorker).rows, 'claim');
    await send(shop, signed(orderId));
    // Its loop looks when that is due, and not only after its longest rest.
    await waitFor(async () => (await shop.count(`${OPEN} AND last_error IS NOT NULL`)) === 1);
    await waitFor(() => claimed.mock.calls.length > 0);
    clock.advance(LEASE_MS);
    await isDone(orderId, 2);
  });

  it('are applied although another process holds an earlier one of their order, which changes nothing any more', async () => {
    const orderId = await newOrder();
    await send(other, signed(orderId, 'initialized'));
    const inbox = other.app.get(InboxWorker);
    const [earlier] = await inbox.rows.claim(1);
    expect(earlier).toMatchObject({ orderId });
    await send(shop, signed(orderId));
    await isDone(orderId);
    await inbox.perform(earlier!);
    await waitFor(async () => (await shop.count(OPEN)) === 0);
    expect(await shop.payments.orders.find(orderId)).toMatchObject({
      status: 'completed',
      paid: true,
      attention: null,
    });
    expect(bookingsOf(orderId)).toEqual([`completed ${orderId}`]);
  });

  it('are given back at once when they are committed during a shutdown', async () => {
    const dying = await start('inline');
    const transactions = dying.app.get<Transactions>(TRANSACTIONS);
    const execute = transactions.execute.bind(transactions);
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const committing = jest.spyOn(transactions, 'execute').mockImplementation(async (statement) => {
      await gate;
      return execute(statement);
    });
    const orderId = await newOrder();
    const sent = send(dying, signed(orderId));
    await waitFor(() => committing.mock.calls.length > 0);
    const worker = workerOf(dying);
    const closing = dying.close();
    await waitFor(() => {
      const kept = worker.keepPlaces(1);
      kept.drop();
      return kept.count === 0;
    });
    open();
    await sent;
    await closing;
    expect(
      await shop.count(`${ROWS} WHERE order_id = '${orderId}' AND state = 'pending' AND lease_token IS NOT NULL`),
    ).toBe(0);
    await other.drain();
    await isDone(orderId);
  });
});
