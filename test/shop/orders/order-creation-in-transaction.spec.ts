import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  Inject,
  Injectable,
  Module,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { lastValueFrom, type Observable } from 'rxjs';
import { DataSource, type QueryRunner } from 'typeorm';
import { isPaymentError, OnPayment, Payments } from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { describeEngines, describeServers } from '../../support/engines.js';
import { accepted, newOrder } from '../../support/order-stage.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const REFUSED = { code: 'ORDER_IN_TRANSACTION', execution: 'not-executed', kind: 'configuration' };

/** A handler that asks for another order while the module's own transaction is open. */
@Injectable()
class SecondOrder {
  readonly outcomes: unknown[] = [];

  constructor(@Inject(Payments) private readonly payments: Payments) {}

  @OnPayment('completed', { name: 'second-order' })
  async order(): Promise<void> {
    this.outcomes.push(
      await this.payments
        .group('web')
        .orders.create(newOrder())
        .catch((error: unknown) => error),
    );
  }
}

describeEngines('an order that is created inside a transaction', (engine) => {
  let service: ScriptedService;
  let shop: ShopHost;
  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const options = { terminalGroups: [{ ...web!, baseUrl: service.url }], workers: 'off' as const };
    shop = await startShop({ engine, options, providers: [SecondOrder] });
  });
  afterAll(async () => {
    await shop.close();
    service.close();
  });

  const create = () => shop.payments.group('web').orders.create(newOrder());
  const isCreated = async (): Promise<void> => {
    service.script(accepted);
    expect(await create()).toMatchObject({ createState: 'created' });
  };

  it('is refused before anything is written or sent: the rollback would not undo it (scenario N1)', async () => {
    const calls = service.log.length;
    const rows = await shop.count('tillbridge_order');
    await expect(shop.dataSource.transaction(create)).rejects.toMatchObject(REFUSED);
    expect(service.log).toHaveLength(calls);
    expect(await shop.count('tillbridge_order')).toBe(rows);
    await isCreated();
  });

  it('is refused in a transaction that was begun by hand, and taken once that has ended', async () => {
    const byHand = async (runner: QueryRunner): Promise<void> => {
      await runner.startTransaction();
      await expect(create()).rejects.toMatchObject(REFUSED);
      await runner.commitTransaction();
      await isCreated();
      await runner.release();
    };
    await byHand(shop.dataSource.createQueryRunner());
  });

  it('is taken beside a transaction that someone else has open', async () => {
    service.script(accepted);
    const created = shop.dataSource.transaction(async () => 'written');
    expect(await Promise.all([created, create()])).toMatchObject(['written', { createState: 'created' }]);
  });

  it('is refused in a handler inside the transaction of the module, which is told what to do instead', async () => {
    await shop.addOrder('A-1');
    await shop.notify({ orderId: 'A-1', body: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }) });
    await shop.drain();
    const [outcome] = shop.app.get(SecondOrder).outcomes;
    expect(isPaymentError(outcome) && outcome).toMatchObject(REFUSED);
    expect(isPaymentError(outcome) && outcome.advice).toContain("{ after: 'commit' }");
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
  });
});

/** A host that puts every request into a transaction. */
@Injectable()
class TransactionPerRequest implements NestInterceptor {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  intercept(_context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return this.dataSource.transaction(async () => {
      await lastValueFrom(next.handle(), { defaultValue: undefined });
      throw new Error('the host could not commit');
    });
  }
}

@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: TransactionPerRequest }] })
class TransactionModule {}

describeServers('a notification inside a transaction of the host', (engine) => {
  it('is committed on a connection of its own, and acknowledged', async () => {
    const shop = await startShop({ engine, imports: [TransactionModule] });
    try {
      await shop.addOrder('A-1');
      const body = orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() });
      expect(await (await shop.notify({ orderId: 'A-1', body })).text()).toBe('OK');
      expect(await shop.count('tillbridge_notification')).toBe(1);
    } finally {
      await shop.close();
    }
  });
});
