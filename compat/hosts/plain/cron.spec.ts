/** A shop whose polls run by cron, with the project's version of `@nestjs/schedule`. */
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { databaseOptions, KEY, webGroup } from './settings.js';
import { Shop } from './shop.js';

it('finds a payment of which no one told it, at the time of its job', async () => {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }], autoDeliver: false });
  const web = { ...webGroup(service.url), polling: { cron: '* * * * * *', firstLookMs: 10_000 } };
  const database = TypeOrmModule.forRoot(databaseOptions());
  const imports = [database, ScheduleModule.forRoot(), TillbridgeModule.forRoot({ terminalGroups: [web] })];
  const module = await Test.createTestingModule({ imports, providers: [Shop] }).compile();
  const app = await module.createNestApplication({ rawBody: true }).init();
  const shop = app.get(Shop);
  expect(app.get(SchedulerRegistry).getCronJobs().size).toBe(1);
  await shop.order('C-1', 'http://localhost:3000/payments/notifications/web');
  await service.sandbox.pay('C-1');
  for (const deadline = Date.now() + 30_000; shop.mails.length === 0 && Date.now() < deadline;) await delay(50);
  expect(shop.mails).toEqual(['C-1']);
  await app.close();
  await service.close();
}, 60_000);
