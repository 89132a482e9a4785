/** A shop whose looks at orders come by cron, with whatever `@nestjs/schedule` the project has. */
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import { InjectPayments, Money, TillbridgeModule, type Payments } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { startSandbox } from 'tillbridge/sandbox';

const KEY = process.env.HOST_API_KEY ?? 'compat-host-key';

@Injectable()
class Shop {
  constructor(@InjectPayments() readonly payments: Payments) {}
}

it('finds a payment of which no one told it, at the time of its job', async () => {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }], autoDeliver: false });
  const web = {
    name: 'web',
    mode: 'sandbox' as const,
    apiKeys: [KEY],
    baseUrl: service.url,
    notificationUrl: 'http://localhost:3000/payments/notifications/web',
    polling: { cron: '* * * * * *', firstLookMs: 10_000 },
  };
  const lists = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations], migrationsRun: true };
  const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', ...lists });
  const imports = [database, ScheduleModule.forRoot(), TillbridgeModule.forRoot({ terminalGroups: [web] })];
  const module = await Test.createTestingModule({ imports, providers: [Shop] }).compile();
  const app = await module.createNestApplication({ rawBody: true }).init();
  const { payments } = app.get(Shop);
  expect(app.get(SchedulerRegistry).getCronJobs().size).toBe(1);
  const about = { amount: Money.of('12.50', 'EUR'), description: 'Two mugs', redirectUrl: 'http://localhost:3000/' };
  await payments.group('web').orders.create({ orderId: 'C-1', ...about });
  await service.sandbox.pay('C-1');
  const isPaid = async (): Promise<boolean> => (await payments.orders.find('C-1'))?.paid === true;
  for (const deadline = Date.now() + 30_000; !(await isPaid()) && Date.now() < deadline;) await delay(50);
  expect(await isPaid()).toBe(true);
  await app.close();
  await service.close();
}, 60_000);
