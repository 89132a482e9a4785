import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ShopModule } from './shop.module.js';

/** Without HTTP: it processes what the web process has stored. Start as many as you like. */
async function main(): Promise<void> {
  const worker = await NestFactory.createApplicationContext(ShopModule.for('worker'));
  worker.enableShutdownHooks();
  new Logger('Worker').log('The worker is ready.');
}

void main();
