import { NestFactory } from '@nestjs/core';
import { startSandbox } from 'tillbridge/sandbox';
import { payWithoutStock, refill } from './play.js';
import { ShopModule } from './shop.module.js';

const apiKey = 'sandbox-web';
const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey }] });
const place = { apiKey, serviceUrl: service.url, database: { type: 'better-sqlite3', database: ':memory:' } } as const;
const shop = await NestFactory.createApplicationContext(ShopModule.at(place), { logger: ['error'] });

console.log('Paid, and the shelf is empty: ', await payWithoutStock(shop, service, 'A-1'));
console.log('After mugs have come:         ', await refill(shop, 'A-1'));

await shop.close();
await service.close();
