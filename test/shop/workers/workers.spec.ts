import { expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OnPayment, Payments, TillbridgeModule, type PaymentEvent } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { EffectsDispatcher } from '../../../src/shop/effects/index.js';
import { InboxWorker } from '../../../src/shop/notifications/index.js';
import { PollWorker } from '../../../src/shop/polling/index.js';
import { RefundSendWorker, RefundStatusWorker } from '../../../src/shop/refunds/index.js';
import { RefundStateService, RefundEntity } from '../../../src/shop/refund-records/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { LogCapture } from '../../support/log-capture.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const LEASE_MS = 60_000;

@Injectable()
class Ledgers {
  static readonly reported: string[] = [];

  @OnPayment('completed', { after: 'commit', name: 'told' })
  tell({ orderId }: PaymentEvent): void {
    Ledgers.reported.push(orderId);
  }
}

const paid = (shop: ShopHost, orderId: string, at: number): Promise<Response> =>
  shop.notify({ orderId, body: orderBody({ orderId, amount: 1250, at }), at });

describeOneEngine('work that ends its process', (engine) => {
  it('is begun five times, then parked with one alert, and its neighbours proceed', async () => {
    const clock = new ManualClock(Date.now());
    const shop = await startShop({ engine, options: { workers: 'off', clock } });
    try {
      for (const orderId of ['KILLER', 'NEAR-1', 'NEAR-2']) {
        await shop.addOrder(orderId);
        await paid(shop, orderId, clock.now());
      }
      const inbox = shop.app.get(InboxWorker);
      // What a killed process leaves behind: rows that were claimed and never ended.
      const claimed = await inbox.rows.claim(20);
      expect(claimed.map((row) => inbox.rows.mayHaveCrashed(row))).toEqual([false, false, false]);
      clock.advance(LEASE_MS);
      for (let kills = 2; kills <= 5; kills += 1) {
        const rows = await inbox.rows.claim(20);
        expect(rows.every((row) => inbox.rows.mayHaveCrashed(row))).toBe(true);
        // One of them at a time, so that each kill counts for the killer only.
        await inbox.rows.release(rows.filter(({ orderId }) => orderId !== 'KILLER'));
        clock.advance(LEASE_MS);
      }
      const rows = await inbox.rows.claim(20);
      expect(Object.fromEntries(rows.map((row) => [row.orderId, row.attempts]))).toEqual({
        KILLER: 6,
        'NEAR-1': 2,
        'NEAR-2': 2,
      });
      for (const row of rows) await inbox.perform(row);
      expect(await shop.count("tillbridge_notification WHERE state = 'parked'")).toBe(1);
      expect(shop.handlers.count('transaction', 'completed')).toBe(2);
      expect(shop.logs.matching('is parked; the order may be behind')).toHaveLength(1);
      expect(shop.logs.matching('it was begun 5 times and it never came back')).toHaveLength(1);
    } finally {
      await shop.close();
    }
  });

  it('is given up as an effect, too, and can be replayed', async () => {
    const clock = new ManualClock(Date.now());
    const shop = await startShop({ engine, options: { workers: 'off', clock } });
    try {
      await shop.addOrder('KILLER');
      await paid(shop, 'KILLER', clock.now());
      const inbox = shop.app.get(InboxWorker);
      for (const row of await inbox.rows.claim(20)) await inbox.perform(row);
      const outbox = shop.app.get(EffectsDispatcher).rows;
      for (let kills = 1; kills <= 5; kills += 1) {
        expect(await outbox.claim(20)).toHaveLength(1);
        clock.advance(LEASE_MS);
      }
      await shop.drain();
      const [failed] = await shop.payments.effects.failed();
      expect(failed?.error).toContain('it was begun 5 times');
      expect(shop.handlers.count('commit', 'completed')).toBe(0);
      expect(await shop.payments.effects.replay(failed!.id, { by: 'ann', why: 'more memory' })).toEqual({ ok: true });
      await shop.drain();
      expect(shop.handlers.count('commit', 'completed')).toBe(1);
    } finally {
      await shop.close();
    }
  });
});

it('a process without HTTP does the work that a web process leaves to it', async () => {
  const database = await createMigratedDatabase('sqlite');
  const web = await startShop({ database, options: { workers: 'off' }, providers: [Ledgers] });
  await web.addOrder('A-1');
  await paid(web, 'A-1', Date.now());
  expect(await web.count("tillbridge_notification WHERE state = 'pending'")).toBe(1);
  await web.close();

  @Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database.options,
        entities: [...tillbridgeEntities],
        migrations: [...tillbridgeMigrations],
        retryAttempts: 0,
      }),
      TillbridgeModule.forRoot(shopOptions()),
    ],
    providers: [Ledgers],
  })
  class WorkerModule {}

  const logs = new LogCapture();
  const worker = await NestFactory.createApplicationContext(WorkerModule, { logger: logs, abortOnError: false });
  await waitFor(() => Ledgers.reported.length === 1, { what: 'the effect to be run' });
  expect(await worker.get(Payments).orders.find('A-1')).toMatchObject({ paid: true });
  await worker.close();
  await database.drop();
  logs.assertNoSecret();
  expect([...logs.matching('error '), ...logs.matching('warn ')]).toEqual([]);
});

/** The goal for a crash, less a read around each second and the rest of a second on a busy machine. */
const TAKEN_OVER_WITHIN_MS = 42_000;

it('what a dead process leaves is its own for no longer than the goal for a crash allows', async () => {
  const shop = await startShop({ engine: 'sqlite', options: { workers: 'off' } });
  try {
    const { app } = shop;
    const handlers = [InboxWorker, EffectsDispatcher, PollWorker, RefundStatusWorker, RefundSendWorker];
    const leases = handlers.map((handler) => app.get<{ rows: { leaseMs: number } }>(handler).rows.leaseMs);
    expect(Math.max(...leases)).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    const sentAtZero = Object.assign(new RefundEntity(), { group: 'web', lastSentAt: 0 });
    expect(app.get(RefundStateService).lostAt(sentAtZero)).toBeLessThan(TAKEN_OVER_WITHIN_MS);
  } finally {
    await shop.close();
  }
});
