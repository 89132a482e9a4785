import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DiagnosticsService, Money, OnPayment, OnRefund, type PaymentEvent, type RefundEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { describeEngines, describeServers } from '../support/engines.js';
import { fillTables } from '../support/full-table.js';
import { startOrderService, type OrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

const MINUTE = 60_000;
/** Longer than a row is tried before it waits for a person. */
const FULL_MS = 140 * MINUTE;
const STEP_MS = 10 * MINUTE;
/** The longest gap between two polls that failed. */
const POLLED_MS = 60 * MINUTE;

/** Handlers that write to a table of the host. */
@Injectable()
class Notes {
  constructor(private readonly dataSource: DataSource) {}

  @OnPayment('completed', { name: 'note', after: 'commit' })
  async note({ orderId }: PaymentEvent): Promise<void> {
    await this.dataSource.query(`INSERT INTO shop_note VALUES ('${orderId}')`);
  }

  @OnRefund('accepted', { name: 'note refund', after: 'commit' })
  async noteRefund({ orderId }: RefundEvent): Promise<void> {
    await this.dataSource.query(`INSERT INTO shop_note VALUES ('${orderId} refunded')`);
  }
}

/** The pauses before a transaction is tried again are drawn by chance; short ones do here. They still differ, as ids must. */
const drawn = Math.random;
beforeAll(() => void jest.spyOn(Math, 'random').mockImplementation(() => drawn() / 10));
afterAll(() => void jest.restoreAllMocks());

describeEngines('a disk that is full for hours', (engine) => {
  let clock: ManualClock;
  let service: OrderService;
  let shop: ShopHost;

  beforeEach(async () => {
    service = await startOrderService();
    clock = new ManualClock(Date.now());
    const terminalGroups = [{ ...shopOptions().terminalGroups[0]!, baseUrl: service.url }];
    shop = await startShop({ engine, providers: [Notes], options: { workers: 'off', clock, terminalGroups } });
    await shop.dataSource.query('CREATE TABLE shop_note (text VARCHAR(50))');
  });
  afterEach(async () => {
    await shop.close();
    await service.close();
  });

  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      clock.advance(STEP_MS);
      await shop.drain();
    }
  };

  /** Creates an order and pays it at the service. */
  async function paid(orderId: string): Promise<ReturnType<typeof orderBody>> {
    const amount = Money.ofMinor(1250, 'EUR');
    const urls = { notificationUrl: `${shop.url}${shop.path}/web`, redirectUrl: 'http://localhost:3000/return' };
    await shop.payments.group('web').orders.create({ orderId, amount, description: 'Two mugs', ...urls });
    const body = orderBody({ orderId, amount: 1250, at: clock.now() });
    service.orders.set(orderId, body);
    return body;
  }

  const notified = async (orderId: string) => {
    const body = await paid(orderId);
    expect((await shop.notify({ orderId, body, at: clock.now() })).status).toBe(200);
  };

  const notes = async (): Promise<string[]> =>
    ((await shop.dataSource.query('SELECT text FROM shop_note ORDER BY text')) as { text: string }[]).map(
      ({ text }) => text,
    );

  it('lets what was acknowledged and what is polled wait, and go on by itself once there is room', async () => {
    const makeRoom = await fillTables(shop.dataSource, ['tillbridge_effect']);
    await paid('A-1');
    await notified('A-2');
    await pass(FULL_MS);
    const { failing, inbox } = await shop.app.get(DiagnosticsService).read();
    expect([failing[0]?.lastError, inbox.parked]).toEqual([expect.stringContaining('make room on the disk'), 0]);
    await makeRoom();
    await pass(POLLED_MS);
    for (const orderId of ['A-1', 'A-2'])
      expect(await shop.payments.orders.find(orderId)).toMatchObject({ status: 'completed', attention: null });
    expect(await notes()).toEqual(['A-1', 'A-2']);
  });

  it('lets effects wait whose handlers write', async () => {
    const makeRoom = await fillTables(shop.dataSource, ['shop_note']);
    await notified('A-1');
    await pass(FULL_MS);
    await makeRoom();
    await pass(STEP_MS);
    expect(await notes()).toEqual(['A-1']);
  });

  const longestWait = async (): Promise<number | null> =>
    (await shop.app.get(DiagnosticsService).readIfWritable()).inbox.oldestPendingMs;

  it('is a late notification in the figures while none can be stored', async () => {
    const makeRoom = await fillTables(shop.dataSource, ['tillbridge_notification']);
    const body = await paid('A-1');
    const notify = () => shop.notify({ orderId: 'A-1', body, at: clock.now() });
    expect((await notify()).status).toBe(503);
    await waitFor(async () => (await longestWait()) !== null, { what: 'the figures to say so' });
    await makeRoom();
    expect((await notify()).status).toBe(200);
    await shop.drain();
    expect(await longestWait()).toBeNull();
  });

  it('leaves no refund to a person that the service has accepted', async () => {
    await notified('A-1');
    await shop.drain();
    const asked = { group: 'web', orderId: 'A-1', key: 'K', reason: 'Mug broken' };
    await shop.payments.refunds.request({ ...asked, amount: Money.of('1.00', 'EUR') });
    const makeRoom = await fillTables(shop.dataSource, ['tillbridge_effect']);
    await shop.drain().catch(() => undefined);
    expect(service.state.refunds).toBe(1);
    await makeRoom();
    await pass(STEP_MS);
    expect(await shop.payments.refunds.find(asked)).toMatchObject({ state: 'accepted', serviceRefundId: '1' });
    expect(await notes()).toEqual(['A-1', 'A-1 refunded']);
  });
});

/** Inserts wait, as every commit of MariaDB does while its binary log finds no room, and reads do not. */
const HOLD: Readonly<Record<string, readonly [string, string]>> = {
  postgres: ['BEGIN; LOCK TABLE tillbridge_notification IN SHARE MODE', 'ROLLBACK'],
  mariadb: ['LOCK TABLES tillbridge_notification READ', 'UNLOCK TABLES'],
  mysql: ['LOCK TABLES tillbridge_notification READ', 'UNLOCK TABLES'],
};

describeServers('a database that keeps every notification waiting', (engine) => {
  it('is a late notification in the figures', async () => {
    const shop = await startShop({ engine, options: { workers: 'off' } });
    const [hold, release] = HOLD[engine]!;
    const holder = shop.dataSource.createQueryRunner();
    const diagnostics = shop.app.get(DiagnosticsService);
    try {
      await holder.query(hold);
      const answered = shop.notify({
        orderId: 'A-1',
        body: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }),
      });
      await waitFor(async () => (await diagnostics.readIfWritable()).inbox.oldestPendingMs !== null);
      await holder.query(release);
      expect((await answered).status).toBe(200);
    } finally {
      await holder.query(release);
      await holder.release();
      await shop.close();
    }
  });
});
