import 'reflect-metadata';
import type { NestApplicationOptions } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { mkdirSync } from 'node:fs';
import type { ShopConfig } from './config.js';
import { HOST } from './process/ports.js';
import { ShopModule } from './shop.module.js';

type RootModule = Parameters<typeof NestFactory.create>[0];

/** Creates the shop's application; the command line creates it in the same way (tillbridge.config.mjs). */
export const createShop = (module: RootModule, options: NestApplicationOptions): Promise<NestExpressApplication> =>
  NestFactory.create<NestExpressApplication>(module, {
    ...options,
    // The signature covers the received bytes, so the module needs them.
    rawBody: true,
    // Open order pages hold their connection for minutes; a stopping shop does not wait for them.
    forceCloseConnections: true,
    abortOnError: false,
  });

/** Starts the shop; it accepts requests when this resolves. Close it with `close()`. */
export async function startShop(config: ShopConfig): Promise<NestExpressApplication> {
  if (config.databaseUrl === undefined) mkdirSync(config.dataFolder, { recursive: true });
  const logger = config.quiet ? (['fatal'] as const) : (['fatal', 'error', 'warn'] as const);
  const app = await createShop(ShopModule.with(config), { logger: [...logger] });
  app.disable('x-powered-by');
  try {
    await app.listen(config.port, HOST);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}
