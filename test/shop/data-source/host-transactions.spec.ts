import { describe, expect, it } from '@jest/globals';
import { Injectable, Module, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { lastValueFrom, type Observable } from 'rxjs';
import { DataSource } from 'typeorm';
import { orderBody } from 'tillbridge/testing';
import { json, ScriptedService } from '../../support/scripted-service.js';
import { shopOptions, startShop } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';

/** A host that puts every request into a transaction, which fails at its end. */
@Injectable()
class TransactionPerRequest implements NestInterceptor {
  constructor(private readonly dataSource: DataSource) {}

  intercept(_context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return this.dataSource.transaction(async () => {
      await lastValueFrom(next.handle(), { defaultValue: undefined });
      throw new Error('the host could not commit');
    });
  }
}

@Module({ providers: [{ provide: APP_INTERCEPTOR, useClass: TransactionPerRequest }] })
class TransactionModule {}

describe('a transaction of the host on SQLite, where everything shares one connection', () => {
  it('around the notification route: nothing is acknowledged that is not committed, and it is said at boot (scenario D4)', async () => {
    const shop = await startShop({ imports: [TransactionModule] });
    try {
      expect(shop.logs.matching('A test notification to /payments/notifications/web was answered 503')).toHaveLength(1);
      await shop.addOrder('A-1');
      const body = orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() });
      const answer = await shop.notify({ orderId: 'A-1', body });
      expect(answer.status).toBe(503);
      expect(await answer.text()).not.toContain('OK');
      expect(shop.logs.matching('inside a transaction of its own')).not.toEqual([]);
      expect(await shop.count('tillbridge_notification')).toBe(0);
    } finally {
      await shop.close();
    }
  });

  it('that is rolled back takes the effects after the commit with it (scenario X4)', async () => {
    const service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const shop = await startShop({ options: { terminalGroups: [{ ...web!, baseUrl: service.url }] } });
    try {
      await shop.addOrder('A-1');
      const paid = json(200, { success: true, data: orderBody({ orderId: 'A-1', amount: 1250, at: Date.now() }) });
      service.script(paid, paid);
      const failing = shop.dataSource.transaction(async () => {
        await shop.payments.orders.settle('A-1');
        // Turns on the connection for workers that would take part: they have been told that there is something to do.
        for (let round = 0; round < 100; round += 1) await shop.dataSource.query('SELECT 1');
        throw new Error('the host could not commit');
      });
      await expect(failing).rejects.toThrow('the host could not commit');
      expect(shop.handlers.count('commit', 'completed')).toBe(0);
      await shop.payments.orders.settle('A-1');
      await waitFor(() => shop.handlers.count('commit', 'completed') === 1);
    } finally {
      await shop.close();
      service.close();
    }
  });
});
