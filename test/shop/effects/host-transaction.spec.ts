import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Inject, Injectable, Module, Scope, UseGuards, type Provider } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { OnPayment, OnRefund, Payments, type HostTransaction, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { HandlerExplorer, type HandledEvent } from '../../../src/shop/effects/index.js';
import { canaryKey } from '../../support/canary.js';
import { describeEngines } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

const MINUTE = 60_000;
const current = new AsyncLocalStorage<EntityManager>();

type Run = HostTransaction['run'];
const joining: Run = (tx, work) => current.run(tx, work);

/** The host's way into a transaction, which a test may replace by a wrong one. */
@Injectable()
class ShopTransaction implements HostTransaction {
  runs = 0;
  way: Run = joining;

  // It may need services of the module itself.
  constructor(@Inject(Payments) readonly payments: Payments) {}

  run(tx: EntityManager, work: () => Promise<void>): Promise<void> {
    this.runs += 1;
    return this.way(tx, work);
  }
}

/** A service of the host that knows no `tx`. */
@Injectable()
class Notes {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async write(orderId: string): Promise<void> {
    const manager = current.getStore() ?? this.dataSource.manager;
    await manager.query(`INSERT INTO host_note (order_id) VALUES ('${orderId}')`);
  }
}

@Injectable()
class Handlers {
  failure: unknown;
  readonly inside: boolean[] = [];

  constructor(@Inject(Notes) private readonly notes: Notes) {}

  @OnPayment('completed', { name: 'note' })
  async note({ orderId }: PaymentEvent): Promise<void> {
    await this.notes.write(orderId);
    if (this.failure !== undefined) throw this.failure;
  }

  @OnPayment('completed', { after: 'commit', name: 'later' })
  later(): void {
    this.inside.push(current.getStore() !== undefined);
  }

  @OnPayment('declined', { name: 'guarded' })
  @UseGuards({ canActivate: () => current.getStore() === undefined })
  guarded(): void {}

  @OnRefund('settled', { name: 'note-refund' })
  async noteRefund({ orderId }: { orderId: string }): Promise<void> {
    await this.notes.write(orderId);
  }
}

/** Somewhere in the application, as a module of the host would be. */
@Module({ providers: [ShopTransaction, Notes, Handlers], exports: [ShopTransaction] })
class HostModule {}

describeEngines('a handler that uses services of the host by way of its HostTransaction', (engine) => {
  const clock = new ManualClock(Date.now());
  let shop: ShopHost;
  beforeAll(async () => {
    const options = { workers: 'off' as const, clock, effects: { hostTransaction: ShopTransaction } };
    shop = await startShop({ engine, options, imports: [HostModule], overlaps: true });
    await shop.dataSource.query('CREATE TABLE host_note (order_id VARCHAR(50))');
  });
  afterAll(() => shop.close());

  const host = (): ShopTransaction => shop.app.get(ShopTransaction, { strict: false });
  const handlers = (): Handlers => shop.app.get(Handlers, { strict: false });
  beforeEach(async () => {
    await shop.dataSource.query('DELETE FROM host_note');
    Object.assign(host(), { way: joining, runs: 0 });
    handlers().failure = undefined;
  });

  const run = (effect: string): Promise<void> =>
    shop.dataSource.transaction((tx) =>
      shop.app
        .get(HandlerExplorer)
        .get(effect)!
        .run({ orderId: 'A-0' } as HandledEvent, tx),
    );
  const paid = async (orderId: string): Promise<void> => {
    await shop.addOrder(orderId);
    const body = orderBody({ orderId, amount: 1250, at: clock.now() });
    await shop.notify({ orderId, body, at: clock.now() });
    await shop.drain();
  };
  const misuse = (text: string) => ({
    code: 'HOST_TRANSACTION_MISUSED',
    kind: 'configuration',
    message: expect.stringContaining(text),
  });

  it('loses what they wrote when it fails, and keeps it once when it is tried again', async () => {
    handlers().failure = new Error('out of stock');
    await paid('A-1');
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: false });
    expect(await shop.count('host_note')).toBe(0);
    handlers().failure = undefined;
    for (let minutes = 0; minutes < 20 && !(await shop.payments.orders.find('A-1'))?.paid; minutes += 1) {
      clock.advance(MINUTE);
      await shop.drain();
    }
    expect(await shop.payments.orders.find('A-1')).toMatchObject({ paid: true });
    expect(await shop.count('host_note')).toBe(1);
    expect(host().runs).toBeGreaterThanOrEqual(2);
  });

  it('is called again with another EntityManager when the transaction is repeated', async () => {
    const managers = new Set<EntityManager>();
    host().way = (tx, work) => {
      managers.add(tx);
      const again =
        engine === 'sqlite'
          ? { code: 'SQLITE_BUSY' }
          : { code: engine === 'postgres' ? '40001' : 'ER_LOCK_DEADLOCK', errno: 1213 };
      handlers().failure = managers.size === 1 ? Object.assign(new Error('deadlock'), again) : undefined;
      return joining(tx, work);
    };
    await paid('A-2');
    expect(managers.size).toBe(2);
    expect(await shop.payments.orders.find('A-2')).toMatchObject({ paid: true });
    expect(await shop.count('host_note')).toBe(1);
  });

  it('is inside for refunds too, and for the guards declared on it; after the commit it is not', async () => {
    await run('note-refund');
    expect(await shop.count('host_note')).toBe(1);
    await expect(run('guarded')).rejects.toThrow('Forbidden');
    await paid('A-3');
    expect(handlers().inside.every((inside) => !inside)).toBe(true);
    expect(handlers().inside.length).toBeGreaterThan(0);
  });

  it('may have a savepoint around it', async () => {
    host().way = (tx, work) => tx.transaction((inner) => joining(inner, work));
    await run('note');
    expect(await shop.count('host_note')).toBe(1);
  });

  it.each<[string, string, Run]>([
    ['does not call it', 'note did not run', async () => undefined],
    [
      'calls it twice',
      'a second time',
      async (tx, work) => {
        await joining(tx, work);
        await joining(tx, work);
      },
    ],
    [
      'calls it twice and hides that',
      'a second time',
      async (tx, work) => {
        await joining(tx, work);
        await joining(tx, work).catch(() => undefined);
      },
    ],
    ['does not wait for it', 'was still running', async (tx, work) => void joining(tx, work)],
  ])('has failed where that %s, and nothing is kept', async (_title, text, way) => {
    host().way = way;
    await expect(run('note')).rejects.toMatchObject(misuse(text));
    expect(await shop.count('host_note')).toBe(0);
  });

  const swallowing: Run = (tx, work) => joining(tx, work).catch(() => undefined);

  it('has failed where that hides its failure, and says with what, without a key', async () => {
    host().way = swallowing;
    handlers().failure = new Error(`no stock for ${canaryKey('web')}`);
    await expect(run('note')).rejects.toMatchObject(misuse('no stock for [redacted]'));
    expect(await shop.count('host_note')).toBe(0);
  });

  it('has failed where a guard refused it and that hides it', async () => {
    host().way = swallowing;
    await expect(run('guarded')).rejects.toMatchObject(misuse('Forbidden'));
  });

  it('is known to have met a deadlock, even where that hides it', async () => {
    host().way = swallowing;
    const code = { sqlite: 'SQLITE_BUSY', postgres: '40P01', mariadb: 'ER_LOCK_DEADLOCK', mysql: 'ER_LOCK_DEADLOCK' }[
      engine
    ];
    const deadlock = Object.assign(new Error('deadlock'), { code, errno: 1213 });
    handlers().failure = deadlock;
    await expect(run('note')).rejects.toBe(deadlock);
  });

  it('fails with its own error, also where that throws another one or tries again', async () => {
    const failure = new Error('out of stock');
    handlers().failure = failure;
    host().way = (tx, work) => joining(tx, work).catch(() => Promise.reject(new Error('of the host')));
    await expect(run('note')).rejects.toBe(failure);
    host().way = (tx, work) => joining(tx, work).catch(() => joining(tx, work));
    await expect(run('note')).rejects.toBe(failure);
  });

  it('is rolled back by an error of the host that comes before it or after it', async () => {
    const failure = new Error('of the host');
    host().way = () => Promise.reject(failure);
    await expect(run('note')).rejects.toBe(failure);
    host().way = async (tx, work) => {
      await joining(tx, work);
      throw failure;
    };
    await expect(run('note')).rejects.toBe(failure);
    expect(await shop.count('host_note')).toBe(0);
  });

  it('has failed where that ends the transaction, or leaves a savepoint open', async () => {
    host().way = async (tx, work) => {
      await joining(tx, work);
      await tx.queryRunner!.commitTransaction();
    };
    await expect(run('note')).rejects.toThrow('has ended the transaction');
    host().way = async (tx, work) => {
      await tx.queryRunner!.startTransaction();
      await joining(tx, work);
    };
    await expect(run('note')).rejects.toThrow('left one of its own open');
    expect(await shop.count('host_note')).toBe(0);
  });
});

describe('the option effects.hostTransaction', () => {
  @Injectable({ scope: Scope.REQUEST })
  class PerRequest extends ShopTransaction {}

  const start = (hostTransaction: unknown, providers: Provider[] = []): Promise<ShopHost> =>
    startShop({ options: { workers: 'off', effects: { hostTransaction: hostTransaction as never } }, providers });

  it.each<[string, unknown, Provider[]]>([
    ['text', 'SHOP_TRANSACTION', [{ provide: 'SHOP_TRANSACTION', useClass: ShopTransaction }]],
    ['a symbol', Symbol.for('shop'), [{ provide: Symbol.for('shop'), useFactory: async () => ({ run: joining }) }]],
    ['an object', { run: joining }, []],
  ])('may be %s', async (_title, given, providers) => {
    await (await start(given, providers)).close();
  });

  it.each<[string, unknown, Provider[]]>([
    ['that no one provides', ShopTransaction, []],
    ['of a provider without run()', 'NOTHING', [{ provide: 'NOTHING', useValue: {} }]],
    ['of one that is made for each request', PerRequest, [PerRequest]],
    ['that is no token', 7, []],
    ['that is an object without run()', { begin: joining }, []],
  ])('keeps the application from starting with one %s', async (_title, given, providers) => {
    await expect(start(given, providers)).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('effects.hostTransaction'),
    });
  });
});
