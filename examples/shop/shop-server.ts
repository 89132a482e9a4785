import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdirSync } from 'node:fs';
import type { ShopConfig } from './config.js';
import { HOST } from './process/ports.js';
import { ShopModule } from './shop.module.js';

/** Starts the shop; it answers when this resolves. Close it with `close()`. */
export async function startShop(config: ShopConfig): Promise<NestExpressApplication> {
  if (config.databaseUrl === undefined) mkdirSync(config.dataFolder, { recursive: true });
  const app = await NestFactory.create<NestExpressApplication>(ShopModule.with(config), {
    // The signature covers the bytes as they came: the module needs them.
    rawBody: true,
    logger: config.quiet ? ['fatal'] : ['fatal', 'error', 'warn'],
    // Open order pages hold their connection for minutes; a stopping shop does not wait for them.
    forceCloseConnections: true,
    abortOnError: false,
  });
  app.disable('x-powered-by');
  try {
    await app.listen(config.port, HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}
