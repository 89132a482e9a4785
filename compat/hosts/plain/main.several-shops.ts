/** Two shops in one process, each an application with its own database and service, both working at once. */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { startSandbox } from 'tillbridge/sandbox';
import { loadedCopy } from './copies.js';
import { buyAndRefund, type Purchase } from './purchase.js';
import { databaseOptions, KEY, webGroup } from './settings.js';
import { Shop } from './shop.js';

@Module({})
class HostModule {}

interface Sale extends Purchase {
  /** The orders of both shops that this shop knows. */
  orders: string[];
}

const ORDERS = ['one-1', 'other-1'];

async function sell(variable: string, orderId: string): Promise<Sale> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const imports = [
    TypeOrmModule.forRoot(databaseOptions(variable)),
    TillbridgeModule.forRoot({ terminalGroups: [webGroup(service.url)] }),
  ];
  const module = { module: HostModule, imports, providers: [Shop] };
  const app = await NestFactory.create(module, { rawBody: true, logger: ['error', 'fatal'], abortOnError: false });
  await app.listen(0, '127.0.0.1');
  const purchase = await buyAndRefund(app, service.sandbox, orderId);
  const { orders } = app.get(Shop).payments;
  const found = await Promise.all(ORDERS.map((id) => orders.find(id)));
  await app.close();
  await service.close();
  return { ...purchase, orders: found.flatMap((order) => order?.orderId ?? []) };
}

async function main(): Promise<void> {
  const shops = await Promise.all([sell('COMPAT_DATABASE', ORDERS[0]!), sell('COMPAT_OTHER_DATABASE', ORDERS[1]!)]);
  console.log(JSON.stringify({ loaded: loadedCopy(), shops }));
}

void main();
