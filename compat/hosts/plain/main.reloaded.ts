/**
 * A shop that runs until it is stopped. It prints its release, the result of a sale, and whether it knows the sale of
 * the first release.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { startSandbox } from 'tillbridge/sandbox';
import { plainImports } from './play.js';
import { buyAndRefund } from './purchase.js';
import { RELEASE } from './release.js';
import { KEY } from './settings.js';
import { Shop } from './shop.js';

@Module({})
class HostModule {}

async function main(): Promise<void> {
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const module = { module: HostModule, imports: plainImports(service.url), providers: [Shop] };
  const app = await NestFactory.create(module, { rawBody: true, logger: ['error', 'fatal'] });
  app.enableShutdownHooks();
  await app.listen(0, '127.0.0.1');
  const purchase = await buyAndRefund(app, service.sandbox, `release-${RELEASE}`);
  const first = await app.get(Shop).payments.orders.find('release-one');
  console.log(JSON.stringify({ release: RELEASE, ...purchase, knowsFirst: first?.paid === true }));
}

void main();
