import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { parseOrder } from 'tillbridge/protocol';
import { orderBody } from 'tillbridge/testing';
import { EffectsService } from '../../src/shop/effects/index.js';
import { Ledger, TransitionEntity } from '../../src/shop/orders/index.js';
import { describeEngines } from '../support/engines.js';
import { startShop, type ShopHost, type ShopHostInput } from '../support/shop-host.js';
import { tapStatements } from '../support/statement-tap.mjs';
import { waitFor } from '../support/wait-for.js';

/** Writes through the transition's own transaction, like a shop that reserves stock. */
@Injectable()
class StockHandlers {
  failures = 0;
  deadlocks = 0;

  @OnPayment('completed')
  async reserve(event: PaymentEvent, tx: EntityManager): Promise<void> {
    if (this.deadlocks > 0) {
      this.deadlocks -= 1;
      // What a deadlock leaves behind on MySQL and MariaDB when its error is swallowed: no transaction.
      await tx.query('ROLLBACK');
      return;
    }
    await tx.query(`UPDATE stock SET reserved = reserved + 1`);
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error(`the shop could not reserve ${event.orderId}`);
    }
  }
}

async function openShop(input: ShopHostInput): Promise<ShopHost> {
  const shop = await startShop({ ...input, providers: [StockHandlers] });
  await shop.dataSource.query('CREATE TABLE stock (reserved INT)');
  await shop.dataSource.query('INSERT INTO stock (reserved) VALUES (0)');
  await shop.addOrder('A-1');
  return shop;
}

async function withShop(input: ShopHostInput, work: (shop: ShopHost) => Promise<void>): Promise<void> {
  const shop = await openShop(input);
  try {
    await work(shop);
  } finally {
    await shop.close();
  }
}

/** As a shop is that was just opened. */
async function renew(shop: ShopHost): Promise<void> {
  await shop.forget();
  await shop.dataSource.query('UPDATE stock SET reserved = 0');
  await shop.addOrder('A-1');
  Object.assign(shop.app.get(StockHandlers), { failures: 0, deadlocks: 0 });
}

const reserved = async (shop: ShopHost): Promise<number> => {
  const [row] = (await shop.dataSource.query('SELECT reserved FROM stock')) as { reserved: number }[];
  return Number(row!.reserved);
};

/** Waits until the inbox and the outbox have nothing left to do. */
const settled = (shop: ShopHost): Promise<boolean> =>
  waitFor(
    async () => {
      const queues = ['tillbridge_notification', 'tillbridge_outbox'];
      const open = await Promise.all(queues.map((table) => shop.count(`${table} WHERE state = 'pending'`)));
      return open.every((rows) => rows === 0);
    },
    { what: 'inbox and outbox to be worked off' },
  );

const paidBody = (orderId = 'A-1', at = Date.now()): string => JSON.stringify(orderBody({ orderId, amount: 1250, at }));

describeEngines('exactly once', (engine) => {
  it('the same notification 50 times at once, with 50 timestamps: 50 acknowledgements, one transition, each effect once (scenario D2)', () =>
    withShop({ engine }, async (shop) => {
      const body = paidBody();
      const now = Date.now();
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => shop.notify({ orderId: 'A-1', body, at: now - index * 1000 })),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(200));
      expect(await shop.count('tillbridge_notification')).toBe(50);
      await settled(shop);
      expect(await shop.count('tillbridge_transition')).toBe(1);
      expect(await reserved(shop)).toBe(1);
      expect(await shop.count("tillbridge_effect WHERE phase = 'transaction'")).toBe(2);
      expect(shop.handlers.count('commit', 'completed')).toBe(1);
      expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true, status: 'completed' });
      // The order's row lock puts them in a queue; without it they would run into the unique keys and be tried again.
      expect(shop.logs.matching('will be tried again')).toEqual([]);
    }));

  it('two replicas share the work of the same notifications without doing any of it twice (scenarios D1 and P1)', () =>
    withShop({ engine }, async (shop) => {
      // SQLite serves one process with one connection; a second DataSource on the file is not a way to run it.
      const replica =
        engine === 'sqlite' ? shop : await startShop({ engine, database: shop.database, providers: [StockHandlers] });
      try {
        const now = Date.now();
        const deliveries = Array.from({ length: 40 }, (_, index) =>
          (index % 2 ? shop : replica).notify({ orderId: 'A-1', body: paidBody('A-1', now), at: now - index * 1000 }),
        );
        expect((await Promise.all(deliveries)).every((answer) => answer.status === 200)).toBe(true);
        await settled(shop);
        expect(await reserved(shop)).toBe(1);
        expect(await shop.count('tillbridge_outbox')).toBe(1);
        expect(
          shop.handlers.count('commit', 'completed') +
            (replica === shop ? 0 : replica.handlers.count('commit', 'completed')),
        ).toBe(1);
      } finally {
        if (replica !== shop) await replica.close();
      }
    }));

  describe('one step after the other', () => {
    let calm: ShopHost;
    beforeAll(async () => void (calm = await openShop({ engine, options: { workers: 'off' } })));
    afterAll(() => calm?.close());
    /** In a shop that does nothing until it is told to. */
    const stepwise = async (work: (shop: ShopHost) => Promise<void>): Promise<void> => {
      await renew(calm);
      await work(calm);
    };

    it('a handler that fails takes the whole transition back; the next attempt does it once (scenarios D5 and X4)', () =>
      stepwise(async (shop) => {
        shop.app.get(StockHandlers).failures = 1;
        await shop.notify({ orderId: 'A-1', body: paidBody() });
        await shop.drain();
        expect(await reserved(shop)).toBe(0);
        expect(await shop.count('tillbridge_transition')).toBe(0);
        expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
        expect(shop.logs.matching('will be tried again')).not.toEqual([]);
        await waitFor(async () => {
          await shop.drain();
          return (await reserved(shop)) === 1;
        });
        expect(await shop.count('tillbridge_transition')).toBe(1);
      }));

    it('a handler that swallows the loss of its transaction does not make the change be forgotten', () =>
      stepwise(async (shop) => {
        shop.app.get(StockHandlers).deadlocks = 1;
        await shop.notify({ orderId: 'A-1', body: paidBody() });
        await shop.drain();
        expect(await shop.count("tillbridge_notification WHERE state = 'done'")).toBe(0);
        expect(shop.logs.matching('the transaction ended while StockHandlers.reserve ran in it')).toHaveLength(1);
        await waitFor(async () => {
          await shop.drain();
          return (await reserved(shop)) === 1;
        });
        expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
        expect(await shop.count('tillbridge_transition')).toBe(1);
      }));

    it('an effect that has its row happens no second time, whichever process applies its transition again', () =>
      stepwise(async (shop) => {
        await shop.notify({ orderId: 'A-1', body: paidBody() });
        await shop.drain();
        expect(await reserved(shop)).toBe(1);
        const [transition] = await shop.dataSource.manager.find(TransitionEntity);
        const effects = shop.app.get(EffectsService);
        const applied = effects.recording((recorded) =>
          shop.dataSource.transaction((tx) => effects.apply(tx, [transition!], { recorded })),
        );
        await expect(applied).rejects.toThrow(/unique|duplicate/i);
        expect(await reserved(shop)).toBe(1);
      }));

    // Behind the gate of SQLite there is no one who could read meanwhile.
    if (engine !== 'sqlite')
      it('an order is locked while it is decided about: anyone who comes then is judged by what was left', () =>
        stepwise(async (shop) => {
          const ledger = shop.app.get(Ledger);
          const { order } = parseOrder(JSON.parse(paidBody()));
          const read = () =>
            ledger.observe({ source: 'sync', order, group: 'web', serviceOrderId: 'A-1', readAt: Date.now() });
          const reads: Promise<unknown>[] = [];
          let isSecondReading: () => void = () => undefined;
          const untap = tapStatements(shop.dataSource, {
            before: async ({ sql }) => {
              if (/FROM .*tillbridge_order\b/.test(sql)) isSecondReading();
              if (reads.length > 1 || !/INSERT INTO .*tillbridge_observation\b/.test(sql)) return;
              // The first has read the order, and has written nothing yet.
              const reading = new Promise<void>((resolve) => (isSecondReading = resolve));
              reads.push(read());
              await reading;
            },
          });
          reads.unshift(read());
          const first = await reads[0];
          const [, second] = await Promise.all(reads);
          untap();
          expect([first, second]).toMatchObject([{ kind: 'transition' }, { kind: 'duplicate' }]);
          expect(await reserved(shop)).toBe(1);
        }));

    it('a notification that outruns its order is kept, and applied when the order is there (scenario L5)', () =>
      stepwise(async (shop) => {
        const answer = await shop.notify({ orderId: 'LATE-1', body: paidBody('LATE-1') });
        expect(answer.status).toBe(200);
        await shop.drain();
        expect(await shop.count("tillbridge_notification WHERE state = 'pending'")).toBe(1);
        await shop.addOrder('LATE-1');
        await waitFor(async () => {
          await shop.drain();
          return (await shop.payments.orders.find('LATE-1'))?.paid;
        });
        expect(await reserved(shop)).toBe(1);
      }));

    it('ids that differ in letter case alone are different orders', () =>
      stepwise(async (shop) => {
        await shop.addOrder('a-1');
        await shop.notify({ orderId: 'a-1', body: paidBody('a-1') });
        await shop.drain();
        expect(await shop.payments.orders.find('a-1')).toMatchObject({ paid: true });
        expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
      }));

    it('so are ids that differ in a space at the end', () =>
      stepwise(async (shop) => {
        expect((await shop.notify({ orderId: 'A-1 ', body: paidBody('A-1 ') })).status).toBe(200);
        await shop.drain();
        expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
        // It waits for its own order; no one is asked about the other.
        expect(await shop.count('tillbridge_observation')).toBe(0);
        expect(shop.logs.matching('will be tried again')).toEqual([]);
      }));

    it('a wrong amount is never paid (scenario M3)', () =>
      stepwise(async (shop) => {
        const body = orderBody({ orderId: 'A-1', amount: 1, at: Date.now() });
        await shop.notify({ orderId: 'A-1', body });
        await shop.drain();
        expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false, attention: 'amount_mismatch' });
        expect(shop.handlers.count('transaction', 'amount_mismatch')).toBe(1);
        expect(shop.handlers.count('transaction', 'completed')).toBe(0);
        expect(await reserved(shop)).toBe(0);
      }));
  });
});
