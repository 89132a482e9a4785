import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startSandbox, type RunningSandbox } from 'tillbridge/sandbox';
import { rehearse } from 'tillbridge/testing';
import { payWithoutStock, refill } from '../../examples/host-transaction/play.js';
import { ShopModule } from '../../examples/host-transaction/shop.module.js';
import { StockService } from '../../examples/host-transaction/stock.service.js';
import { canaryKey } from '../support/canary.js';
import { createTestDatabase, describeEngines, type TestDatabase } from '../support/engines.js';

describeEngines('the example whose services take no tx', (engine) => {
  let database: TestDatabase;
  let service: RunningSandbox;
  let shop: INestApplicationContext;

  beforeAll(async () => {
    database = await createTestDatabase(engine);
    const apiKey = canaryKey('web');
    service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey }] });
    const places = { serviceUrl: service.url, shopUrl: 'http://localhost:9' };
    const place = { database: { ...database.options, retryAttempts: 0 }, apiKey, ...places };
    shop = await NestFactory.createApplicationContext(ShopModule.at(place), { logger: false, abortOnError: false });
  });
  afterAll(async () => {
    await shop?.close();
    await service?.close();
    await database.drop();
  });

  it('keeps nothing of a handler that throws, and all of it once when it succeeds', async () => {
    expect(await payWithoutStock(shop, service, 'A-1')).toEqual({ paid: false, left: 0, takings: 0 });
    expect(await refill(shop, 'A-1')).toEqual({ paid: true, left: 2, takings: 1 });
    expect(await refill(shop, 'A-1')).toEqual({ paid: true, left: 3, takings: 1 });
  });

  it('has a handler that writes nothing outside of its transaction', async () => {
    const before = await shop.get(StockService).count();
    expect(await rehearse(shop)).toEqual([{ effect: 'take-from-stock', kind: 'completed', faults: [] }]);
    expect(await shop.get(StockService).count()).toEqual(before);
  });
});
