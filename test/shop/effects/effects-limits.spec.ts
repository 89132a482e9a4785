import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnPayment, TillbridgeEffects, TillbridgeWorkers, type EffectsOptions, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { describeOneEngine } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

const MINUTE = 60_000;
/** Limits for a handler that hangs. Every other one has as much time as in a shop. */
const SOON = { transactionLimitMs: 150, commitLimitMs: 150 };
const RESERVE = 'UPDATE stock SET reserved = reserved + 1';

/** Hangs in a savepoint of its own when told to, and goes on writing when it is let go. */
@Injectable()
class Stock {
  hangs = false;
  letGo: () => void = () => undefined;
  misuse: 'startTransaction' | 'commitTransaction' | 'rollbackTransaction' | null = null;
  readonly late: unknown[] = [];

  @OnPayment('completed')
  async reserve(_event: PaymentEvent, tx: EntityManager): Promise<void> {
    await tx.query(RESERVE);
    if (this.misuse) await tx.queryRunner?.[this.misuse]();
    if (!this.hangs) return;
    await tx.transaction(async (inner) => {
      await inner.query(RESERVE);
      await new Promise<void>((resolve) => (this.letGo = resolve));
      for (const manager of [inner, tx]) await manager.query(RESERVE).catch((error: unknown) => this.late.push(error));
    });
  }
}

/** A mail server that can be out of order, for one order alone. */
@Injectable()
class Mailer {
  down: string | null = null;
  readonly sent: string[] = [];

  @OnPayment(['initialized', 'completed'], { after: 'commit' })
  async tell({ kind, orderId }: PaymentEvent): Promise<void> {
    if (orderId === this.down) throw new Error('the mail server is down');
    this.sent.push(`${orderId} ${kind}`);
  }

  @OnPayment('cancelled', { after: 'commit', name: 'hanging' })
  hang({ orderId }: PaymentEvent): Promise<void> {
    return orderId === 'HANGS' ? new Promise(() => undefined) : Promise.resolve();
  }
}

describeOneEngine('a handler', (engine) => {
  const clock = new ManualClock(Date.now());
  const withShop = async (work: (shop: ShopHost) => Promise<void>, effects: EffectsOptions = {}): Promise<void> => {
    const options = { workers: 'off', clock, effects } as const;
    const shop = await startShop({ engine, options, providers: [Stock, Mailer] });
    try {
      await shop.dataSource.query('CREATE TABLE stock (reserved INT)');
      await shop.dataSource.query('INSERT INTO stock (reserved) VALUES (0)');
      await work(shop);
    } finally {
      await shop.close();
    }
  };
  const reserved = async (shop: ShopHost): Promise<number> => {
    const [row] = (await shop.dataSource.query('SELECT reserved FROM stock')) as { reserved: number }[];
    return Number(row!.reserved);
  };
  const notify = async (shop: ShopHost, orderId: string, status: string): Promise<void> => {
    const body = orderBody({ orderId, amount: 1250, at: clock.now(), status });
    expect((await shop.notify({ orderId, body, at: clock.now() })).status).toBe(200);
  };

  it('that hangs in its transaction fails in time, leaves no lock, and writes nothing afterwards', () =>
    withShop(async (shop) => {
      const stock = shop.app.get(Stock);
      stock.hangs = true;
      await shop.addOrder('A-1');
      await notify(shop, 'A-1', 'completed');
      await shop.drain();
      expect(shop.logs.matching('Stock.reserve has not ended within 150 ms')).toHaveLength(1);
      expect(await reserved(shop)).toBe(0);
      expect(await shop.count('tillbridge_transition')).toBe(0);
      stock.letGo();
      await waitFor(() => stock.late.length === 2);
      expect(String(stock.late)).toMatch(/has been rolled back|already released/);
      expect(await reserved(shop)).toBe(0);
      stock.hangs = false;
      // A slow machine may need a further try within that time.
      await waitFor(async () => {
        clock.advance(MINUTE);
        await shop.drain();
        return (await shop.payments.orders.find('A-1'))?.paid;
      });
      expect(await reserved(shop)).toBe(1);
    }, SOON));

  it.each(['startTransaction', 'commitTransaction', 'rollbackTransaction'] as const)(
    'that calls %s and leaves it at that has failed, and everything of it is taken back',
    (misuse) =>
      withShop(async (shop) => {
        const stock = shop.app.get(Stock);
        stock.misuse = misuse;
        for (const orderId of ['A-1', 'B-1']) {
          await shop.addOrder(orderId);
          await notify(shop, orderId, 'completed');
        }
        await shop.drain();
        expect(await reserved(shop)).toBe(0);
        expect(await shop.count("tillbridge_notification WHERE last_error LIKE '%ended the transaction%'")).toBe(2);
        stock.misuse = null;
        clock.advance(MINUTE);
        await shop.drain();
        expect(await reserved(shop)).toBe(2);
      }),
  );

  it('never overtakes its own earlier effect of the same order, and lets other orders pass', () =>
    withShop(async (shop) => {
      const mailer = shop.app.get(Mailer);
      mailer.down = 'A-1';
      for (const orderId of ['A-1', 'B-1']) {
        await shop.addOrder(orderId);
        await notify(shop, orderId, 'initialized');
        await shop.drain();
        clock.advance(1_000);
        await notify(shop, orderId, 'completed');
      }
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await shop.drain();
        clock.advance(MINUTE);
      }
      expect(mailer.sent).toEqual(['B-1 initialized', 'B-1 completed']);
      mailer.down = null;
      clock.advance(10 * MINUTE);
      await shop.drain();
      expect(mailer.sent.slice(2)).toEqual(['A-1 initialized', 'A-1 completed']);
      const attempts = 'SELECT MAX(attempts) AS most FROM tillbridge_outbox WHERE version = 2';
      // Waiting for one's turn is no attempt.
      expect(Number(((await shop.dataSource.query(attempts)) as { most: number }[])[0]!.most)).toBe(1);
    }));

  it('that hangs after the commit fails in time; given up, it can be discarded, with a name and a reason', () =>
    withShop(async (shop) => {
      const effects = shop.app.get(TillbridgeEffects);
      await shop.addOrder('HANGS');
      await notify(shop, 'HANGS', 'cancelled');
      await shop.drain();
      const late = "UPDATE tillbridge_outbox SET attempts = 12, due_at = 0 WHERE effect = 'hanging'";
      await shop.dataSource.query(late);
      await shop.drain();
      const [failed, ...others] = await effects.failed({ limit: 1 });
      expect(others).toEqual([]);
      expect(failed).toMatchObject({ effect: 'hanging', orderId: 'HANGS', attempts: 13 });
      expect(failed?.error).toContain('hanging has not ended within 150 ms');
      expect(shop.logs.matching('is now marked as failed. It did not happen.')).toHaveLength(1);
      expect(await effects.discard(failed!.id, { by: 'ann', why: 'told by telephone' })).toEqual({ ok: true });
      expect(await effects.failed()).toEqual([]);
      expect(await effects.replay(failed!.id, { by: 'ann', why: 'no' })).toEqual({ ok: false, reason: 'not-failed' });
      const reported = (await shop.payments.orders.timeline('HANGS')).map(({ text }) => text);
      expect(reported).toContain('hanging discarded by ann: told by telephone');
      await shop.app.get(TillbridgeWorkers).drain();
      expect(await shop.count("tillbridge_outbox WHERE state = 'discarded'")).toBe(1);
    }, SOON));
});
