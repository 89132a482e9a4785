/**
 * A shop's own test of the packed package, in a Jest as it comes: each spec file has a realm, and copies of all modules, of its own.
 */
import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, it } from '@jest/globals';
import { Injectable, type INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  InjectPayments,
  isPaymentError,
  Money,
  OnPayment,
  TillbridgeModule,
  type Payments,
  type TerminalGroupOptions,
} from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { startSandbox } from 'tillbridge/sandbox';

const KEY = process.env.HOST_API_KEY ?? 'compat-host-key';

@Injectable()
class Shop {
  readonly reserved: string[] = [];

  constructor(@InjectPayments() readonly payments: Payments) {}

  @OnPayment('completed')
  reserve({ orderId }: { orderId: string }): void {
    this.reserved.push(orderId);
  }

  order(notificationUrl: string, amount: string): Promise<unknown> {
    const urls = { notificationUrl, redirectUrl: 'http://localhost:3000/return' };
    const order = { orderId: 'J-1', amount: Money.of(amount, 'EUR'), description: 'Two mugs', ...urls };
    return this.payments.group('web').orders.create(order);
  }
}

let app: INestApplication;
let service: Awaited<ReturnType<typeof startSandbox>>;
afterEach(() => app.close());
afterEach(() => service.close());

async function start(): Promise<string> {
  service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const path = 'payments/notifications/web';
  const notificationUrl = `http://localhost:3000/${path}`;
  const web: TerminalGroupOptions = {
    name: 'web',
    mode: 'sandbox',
    apiKeys: [KEY],
    baseUrl: service.url,
    notificationUrl,
  };
  const lists = { entities: [...tillbridgeEntities], migrations: [...tillbridgeMigrations], migrationsRun: true };
  const database = TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:', ...lists });
  const imports = [database, TillbridgeModule.forRoot({ terminalGroups: [web] })];
  const module = await Test.createTestingModule({ imports, providers: [Shop] }).compile();
  app = module.createNestApplication({ rawBody: true });
  await app.listen(0, '127.0.0.1');
  return `${await app.getUrl()}/${path}`;
}

it('is paid once, and what it throws is recognised', async () => {
  const notifications = await start();
  const shop = app.get(Shop);
  await shop.order(notifications, '12.50');
  await service.sandbox.pay('J-1');
  expect((await service.sandbox.deliveries('J-1')).at(-1)).toMatchObject({ verdict: 'acknowledged' });
  for (const deadline = Date.now() + 10_000; shop.reserved.length === 0 && Date.now() < deadline;) await delay(10);
  expect(shop.reserved).toEqual(['J-1']);

  const refused: unknown = await shop.order(notifications, '12.50').catch((error: unknown) => error);
  expect(isPaymentError(refused)).toBe(true);
  expect(refused).toBeInstanceOf(Error);
  expect(refused).toMatchObject({ code: 'ORDER_ALREADY_PAID' });
}, 30_000);
