/**
 * A tiny shop that boots the packed package, used as ESM (esm-host) and as CommonJS (cjs-host) from this one source.
 * It takes one genuine and one forged notification over HTTP and prints what was answered as one line of JSON.
 */
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OnPayment, TillbridgeModule, type PaymentEvent } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import { sign } from 'tillbridge/protocol';

const KEY = process.env.HOST_API_KEY ?? 'compat-host-key';

@Injectable()
class Stock {
  readonly reserved: string[] = [];

  @OnPayment('completed')
  reserve({ orderId }: PaymentEvent): void {
    this.reserved.push(orderId);
  }
}

@Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
    }),
    TillbridgeModule.forRoot({
      terminalGroups: [
        {
          name: 'web',
          mode: 'test',
          apiKeys: [KEY],
          notificationUrl: 'https://shop.example/payments/notifications/web',
        },
      ],
    }),
  ],
  providers: [Stock],
})
class HostModule {}

async function notify(
  port: number,
  key: string,
): Promise<{ status: number; contentType: string | null; body: string }> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = JSON.stringify({ order_id: 'compat-1', status: 'completed', amount: 1250, currency: 'EUR' });
  const url = `http://127.0.0.1:${port}/payments/notifications/web?transactionid=compat-1&timestamp=${timestamp}`;
  const headers = { 'content-type': 'application/json', auth: sign({ timestamp, body, key }) };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, contentType: answer.headers.get('content-type'), body: await answer.text() };
}

async function main(): Promise<void> {
  const app = await NestFactory.create(HostModule, { rawBody: true, logger: ['error', 'fatal'], abortOnError: false });
  const server: Server = await app.listen(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const genuine = await notify(port, KEY);
  const forged = await notify(port, `${KEY}-of-somebody-else`);
  await app.close();
  console.log(JSON.stringify({ genuine, forged }));
}

void main();
