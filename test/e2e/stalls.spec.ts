import { expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { Money, OnPayment, type PaymentEvent } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { lockRow } from '../../src/database/engine/index.js';
import { PaymentOrderEntity } from '../../src/shop/orders/index.js';
import { watchCallsInTransactions } from '../support/calls-in-transactions.js';
import { startEffectSink } from '../support/effect-sink.mjs';
import { describeOneEngine, describeOneServer, type TestDatabase } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startOrderService, type OrderService } from '../support/order-service.mjs';
import { shopOptions, startShop, type ShopHost } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

/** More than a loop works on at a time (20): what hangs fills it, and the rest would have to wait. */
const MANY = { effects: 25, calls: 50 };
const POOL = 2;

const idsOf = (prefix: string, many: number): string[] =>
  Array.from({ length: many }, (_, index) => `${prefix}-${index}`);

/** Adds the orders and has all of them notified at once. @returns the statuses of the answers */
async function notifyAll(shop: ShopHost, ids: string[], fields: Record<string, unknown> = {}): Promise<number[]> {
  for (const orderId of ids) await shop.addOrder(orderId);
  const at = Date.now();
  const answers = await Promise.all(
    ids.map((orderId) => shop.notify({ orderId, at, body: orderBody({ orderId, amount: 1250, at, fields }) })),
  );
  return answers.map(({ status }) => status);
}

const acknowledged = (many: number): number[] => Array(many).fill(200);

/** Tells mail and ERP over HTTP, and waits for their answers. */
@Injectable()
class Downstream {
  constructor(@Inject('sink url') private readonly sinkUrl: string) {}

  @OnPayment('completed', { name: 'mail', after: 'commit' })
  mail(event: PaymentEvent): Promise<unknown> {
    return this.tell('mail', event);
  }

  @OnPayment('completed', { name: 'erp', after: 'commit' })
  enterprise(event: PaymentEvent): Promise<unknown> {
    return this.tell('erp', event);
  }

  private tell(effect: string, { id, orderId, kind, transitionId }: PaymentEvent): Promise<unknown> {
    return fetch(this.sinkUrl, { method: 'POST', body: JSON.stringify({ effect, id, orderId, kind, transitionId }) });
  }
}

describeOneEngine('mail and ERP that hang (scenario D6)', (engine) => {
  it('every notification is acknowledged and applied meanwhile; when they answer, each is told once', async () => {
    const sink = await startEffectSink();
    const providers = [Downstream, { provide: 'sink url', useValue: sink.url }];
    const shop = await startShop({ engine, providers, options: { shutdownPatienceMs: 1_000 } });
    try {
      sink.hang();
      expect(await notifyAll(shop, idsOf('first', MANY.effects))).toEqual(acknowledged(MANY.effects));
      await waitFor(() => sink.held > 0, { what: 'mail and ERP to hang' });
      expect(await notifyAll(shop, idsOf('second', MANY.effects))).toEqual(acknowledged(MANY.effects));
      const both = 2 * MANY.effects;
      await waitFor(async () => (await shop.count('tillbridge_transition')) === both, { what: 'all to be applied' });
      expect(await shop.count("tillbridge_outbox WHERE effect IN ('mail', 'erp') AND state = 'done'")).toBe(0);

      sink.answer();
      await waitFor(async () => (await shop.count("tillbridge_outbox WHERE state = 'pending'")) === 0);
      const reported = [...sink.deliveries.values()];
      expect(reported.map(({ times }) => times)).toEqual(Array(2 * both).fill(1));
      expect(new Set(reported.map(({ orderId, effect }) => `${orderId} ${effect}`)).size).toBe(2 * both);
    } finally {
      sink.answer();
      await shop.close();
      await sink.close();
    }
  });
});

async function startSmallShop(database: TestDatabase, service: OrderService, poolSize = POOL): Promise<ShopHost> {
  const [web] = shopOptions().terminalGroups;
  const terminalGroups = [
    { ...web!, baseUrl: service.url, calls: { readAttempts: 10, circuitBreaker: 'off' as const } },
  ];
  const options = { ...database.options, poolSize } as TestDatabase['options'];
  return startShop({ database: { ...database, options }, options: { terminalGroups, shutdownPatienceMs: 1_000 } });
}

describeOneServer('two connections, and a service that hangs (scenario B3)', (engine) => {
  it('fifty notifications at once are acknowledged, and nothing is asked inside a transaction', async () => {
    const [database, service] = [await createMigratedDatabase(engine), await startOrderService()];
    const shop = await startSmallShop(database, service);
    const watch = watchCallsInTransactions(shop.dataSource);
    try {
      service.state.hangs = true;
      // Without its amount a payment is for the service to confirm.
      expect(await notifyAll(shop, idsOf('asking', MANY.calls), { amount: undefined })).toEqual(
        acknowledged(MANY.calls),
      );
      await waitFor(() => service.state.reads > POOL, { what: 'more calls to hang than there are connections' });
      expect(await notifyAll(shop, idsOf('plain', MANY.calls))).toEqual(acknowledged(MANY.calls));
      expect(await shop.count('tillbridge_notification')).toBe(2 * MANY.calls);
      expect(watch.calls).toBeGreaterThan(service.state.reads);
      expect(watch.inTransaction).toBe(0);

      // And one that is would have been seen.
      await shop.dataSource.transaction(() => fetch(`${shop.url}/nowhere`));
      expect(watch.inTransaction).toBe(1);
    } finally {
      watch.end();
      await service.close();
      await shop.close();
      await database.drop();
    }
  });
});

describeOneServer('an order that the host keeps locked', (engine) => {
  it('takes one connection of the pool, however often it is refunded and looked at meanwhile', async () => {
    const [database, service] = [await createMigratedDatabase(engine), await startOrderService()];
    // One for the host, one for this order, one for all others.
    const shop = await startSmallShop(database, service, 3);
    const { payments, dataSource } = shop;
    const refundOf = (orderId: string, key: string) => {
      const amount = Money.of('0.10', 'EUR');
      return { orderId, amount, reason: 'Mug broken', key };
    };
    const refund = (orderId: string, key: string) => payments.refunds.request(refundOf(orderId, key));
    try {
      await notifyAll(shop, ['LOCKED', 'OTHER']);
      await waitFor(async () => (await shop.count('tillbridge_transition')) === 2, { what: 'both to be paid' });
      const [locked, over] = [new EventEmitter(), new EventEmitter()];
      const isLocked = once(locked, 'now');
      const host = dataSource.transaction(async (manager) => {
        await lockRow(manager, PaymentOrderEntity, { group: 'web', orderId: 'LOCKED' });
        locked.emit('now');
        await once(over, 'now');
        // Part of the transaction that has the lock: it waits for none of the others.
        await payments.refunds.request({ ...refundOf('LOCKED', 'host'), manager });
      });
      await isLocked;
      const waiting = Array.from({ length: 20 }, (_, index) => refund('LOCKED', `waiting-${index}`));
      expect(await refund('OTHER', 'other')).toMatchObject({ isNew: true });
      expect(await payments.orders.find('OTHER')).toMatchObject({ paid: true });
      over.emit('now');
      await host;
      expect((await Promise.all(waiting)).map(({ isNew }) => isNew)).toEqual(Array(20).fill(true));
      expect(await payments.refunds.remaining('LOCKED')).toEqual(Money.of('10.40', 'EUR'));
    } finally {
      await shop.close();
      await service.close();
      await database.drop();
    }
  });

  it('stops no refund of another order, and is refunded once it is free', async () => {
    const [database, service] = [await createMigratedDatabase(engine), await startOrderService()];
    const shop = await startSmallShop(database, service, 5);
    const { refunds } = shop.payments;
    const amount = Money.of('1.00', 'EUR');
    const refund = (orderId: string) => refunds.request({ orderId, amount, reason: 'Mug broken', key: orderId });
    const stateOf = async (key: string) => (await refunds.find({ group: 'web', key }))?.state;
    const areSent = async (orderIds: string[]) => {
      const states = await Promise.all(orderIds.map(stateOf));
      return states.every((state) => state !== 'queued' && state !== 'sending');
    };
    try {
      const others = idsOf('OTHER', 3);
      await notifyAll(shop, ['LOCKED', ...others]);
      await waitFor(async () => (await shop.count('tillbridge_transition')) === 4, { what: 'all to be paid' });
      await refunds.pauseLane('web', { by: 'Ann', why: 'the refund of the locked order is to be first' });
      await refund('LOCKED');
      const host = shop.dataSource.createQueryRunner();
      await host.startTransaction();
      await lockRow(host.manager, PaymentOrderEntity, { group: 'web', orderId: 'LOCKED' });
      await Promise.all(others.map(refund));
      await refunds.resumeLane('web', { by: 'Ann', why: 'the order is locked' });
      await waitFor(() => areSent(others), { what: 'the others to be refunded' });
      expect(await stateOf('LOCKED')).toBe('queued');
      await host.rollbackTransaction();
      await host.release();
      await waitFor(() => areSent(['LOCKED']), { what: 'the locked order to be refunded' });
    } finally {
      await shop.close();
      await service.close();
      await database.drop();
    }
  });

  it('stops no notification of another order', async () => {
    const [database, service] = [await createMigratedDatabase(engine), await startOrderService()];
    const shop = await startSmallShop(database, service, 5);
    try {
      await notifyAll(shop, ['LOCKED']);
      await waitFor(() => shop.handlers.count('transaction', 'completed'), { what: 'the order to be paid' });
      const host = shop.dataSource.createQueryRunner();
      await host.startTransaction();
      await lockRow(host.manager, PaymentOrderEntity, { group: 'web', orderId: 'LOCKED' });
      const others = ['A', 'B', 'C', 'D'].map((burst) => idsOf(burst, 3));
      for (const ids of others) {
        const at = Date.now();
        const again = (fields: Record<string, unknown>) =>
          shop.notify({ orderId: 'LOCKED', at, body: orderBody({ orderId: 'LOCKED', amount: 1250, at, fields }) });
        await Promise.all([again({ reason: ids[0] }), notifyAll(shop, ids), again({ reason: ids[1] })]);
      }
      const all = 1 + others.flat().length;
      await waitFor(() => shop.handlers.count('transaction', 'completed') === all, { what: 'the others to be paid' });
      await host.rollbackTransaction();
      await host.release();
      const waiting = `tillbridge_notification WHERE state <> 'done'`;
      await waitFor(async () => (await shop.count(waiting)) === 0, { what: 'all notifications to be applied' });
      expect(shop.logs.lines.filter((line) => /^(warn|error)/.test(line) && line.includes('LOCKED'))).toEqual([]);
    } finally {
      await shop.close();
      await service.close();
      await database.drop();
    }
  });
});
