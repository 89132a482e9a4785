/** A host whose effects after the commit run in a queue of BullMQ, on the Redis of the environment. */
import 'reflect-metadata';
import { BullModule } from '@nestjs/bullmq';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Queue } from 'bullmq';
import { TillbridgeBullModule } from 'tillbridge/bullmq';
import { startSandbox } from 'tillbridge/sandbox';
import { plainImports } from './play.js';
import { buyAndRefund } from './purchase.js';
import { KEY } from './settings.js';
import { Shop } from './shop.js';

const QUEUE = 'payment-effects';

@Module({})
class QueueHost {}

async function main(): Promise<void> {
  const redis = new URL(process.env.COMPAT_REDIS ?? 'redis://127.0.0.1:6379');
  // The first releases of BullMQ 5 accept no URL.
  const connection = { host: redis.hostname, port: Number(redis.port), password: redis.password };
  const service = await startSandbox({ terminalGroups: [{ name: 'web', apiKey: KEY }] });
  const queues = [BullModule.forRoot({ connection }), TillbridgeBullModule.forRoot({ queues: [{ name: QUEUE }] })];
  const app = await NestFactory.create(
    { module: QueueHost, imports: [...plainImports(service.url), ...queues], providers: [Shop] },
    { rawBody: true, logger: ['error', 'fatal'], abortOnError: false },
  );
  await app.listen(0, '127.0.0.1');
  const purchase = await buyAndRefund(app, service.sandbox);
  await app.close();
  await service.close();
  const queue = new Queue(QUEUE, { connection });
  const handed = (await queue.getJobs()).map(({ name }) => name).toSorted();
  await queue.close();
  console.log(JSON.stringify({ ...purchase, handed }));
}

void main();
