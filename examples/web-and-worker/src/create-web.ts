import { VersioningType, type NestApplicationOptions, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { GLOBAL_PREFIX } from './settings.js';

/** Creates the web application; the web process and the command line (tillbridge.config.cjs) use the same one. */
export async function createWeb(module: Type, options: NestApplicationOptions = {}): Promise<NestFastifyApplication> {
  // Browsers keep unused connections open: without this, a shutdown would wait for them.
  const adapter = new FastifyAdapter({ forceCloseConnections: true });
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { ...options, rawBody: true });
  app.setGlobalPrefix(GLOBAL_PREFIX);
  app.enableVersioning({ type: VersioningType.URI });
  return app;
}
