import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import type { EntityManager } from 'typeorm';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const MINUTE = 60_000;
const RESERVE = 'UPDATE stock SET reserved = reserved + 1';

/** Totals that are counted anew, before stock is reserved, before a mail is sent. */
@Injectable()
class Shop {
  statement: string | null = null;
  isStockDown = false;
  readonly mails: string[] = [];

  @OnPayment('completed', { name: 'a-totals' })
  async total(_event: PaymentEvent, tx: EntityManager): Promise<void> {
    if (this.statement) await tx.query(this.statement);
  }

  @OnPayment('completed', { name: 'b-stock' })
  async reserve(_event: PaymentEvent, tx: EntityManager): Promise<void> {
    await tx.query(RESERVE);
    if (this.isStockDown) throw new Error('the stock service is down');
  }

  @OnPayment('completed', { name: 'c-mail', after: 'commit' })
  mail({ orderId }: PaymentEvent): void {
    this.mails.push(orderId);
  }
}

describeEngines('a handler whose statement commits by itself', (engine) => {
  const commitsAlone = engine === 'mariadb' || engine === 'mysql';
  const clock = new ManualClock(Date.now());

  const withShop = async (work: (shop: ShopHost, handlers: Shop) => Promise<void>): Promise<void> => {
    const shop = await startShop({ engine, options: { workers: 'off', clock }, providers: [Shop] });
    try {
      for (const sql of ['CREATE TABLE best_sellers (n INT)', 'CREATE TABLE stock (reserved INT)'])
        await shop.dataSource.query(sql);
      await shop.dataSource.query('INSERT INTO stock (reserved) VALUES (0)');
      await work(shop, shop.app.get(Shop));
    } finally {
      await shop.close();
    }
  };
  const pay = async (shop: ShopHost, orderId: string): Promise<void> => {
    await shop.addOrder(orderId);
    const body = orderBody({ orderId, amount: 1250, at: clock.now() });
    expect((await shop.notify({ orderId, body, at: clock.now() })).status).toBe(200);
    await shop.drain();
  };
  const reserved = async (shop: ShopHost): Promise<number> => {
    const [row] = (await shop.dataSource.query('SELECT reserved FROM stock')) as { reserved: number }[];
    return Number(row!.reserved);
  };
  const isPaid = async (shop: ShopHost, orderId: string): Promise<boolean> =>
    (await shop.payments.orders.find(orderId))!.paid;

  const refused = commitsAlone
    ? ['TRUNCATE TABLE best_sellers', '/* anew */ truncate best_sellers', '-- anew\nALTER TABLE best_sellers ADD m INT']
    : ['COMMIT', '/* done */ commit'];

  it.each(refused)('is not carried out, and nothing of the change is kept until it goes well: %j', (statement) =>
    withShop(async (shop, handlers) => {
      Object.assign(handlers, { statement, isStockDown: true });
      await pay(shop, 'A-1');
      expect(await isPaid(shop, 'A-1')).toBe(false);
      expect(await shop.count("tillbridge_notification WHERE last_error LIKE '%a-totals%ended the transaction%'")).toBe(
        1,
      );
      handlers.statement = null;
      for (const isStockDown of [true, false]) {
        handlers.isStockDown = isStockDown;
        clock.advance(10 * MINUTE);
        await shop.drain();
        expect(await isPaid(shop, 'A-1')).toBe(!isStockDown);
      }
      expect(await reserved(shop)).toBe(1);
      expect(handlers.mails).toEqual(['A-1']);
    }),
  );

  it('and that commits nothing is carried out: a temporary table, the word in a text', () =>
    withShop(async (shop, handlers) => {
      const harmless = ['CREATE TEMPORARY TABLE sold (n INT)', "DELETE FROM best_sellers WHERE 'a; TRUNCATE b' = 'c'"];
      for (const [index, statement] of harmless.entries()) {
        handlers.statement = statement;
        await pay(shop, `A-${index}`);
        expect(await isPaid(shop, `A-${index}`)).toBe(true);
      }
      expect(await reserved(shop)).toBe(2);
      expect(shop.logs.matching('ended the transaction')).toEqual([]);
    }));

  it('in a procedure of the database is told of, and no further handler runs', () =>
    withShop(async (shop, handlers) => {
      if (!commitsAlone) return;
      await shop.dataSource.query('CREATE PROCEDURE count_anew() BEGIN TRUNCATE best_sellers; END');
      await shop.dataSource.query('CREATE PROCEDURE count_more() BEGIN INSERT INTO best_sellers VALUES (1); END');
      handlers.statement = 'CALL count_more()';
      await pay(shop, 'A-1');
      expect(await reserved(shop)).toBe(1);
      handlers.statement = 'CALL count_anew()';
      await pay(shop, 'B-1');
      expect(shop.logs.matching('a-totals has ended the transaction')).toHaveLength(1);
      expect(await reserved(shop)).toBe(1);
    }));
});
