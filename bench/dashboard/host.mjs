/** A host with the dashboard on Express, whose guard admits every request; no worker runs. */
import { randomBytes } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { benchGroup, shopModule } from '../support/shop-module.mjs';
import { TillbridgeDashboardModule } from '../../dist/esm/dashboard/index.js';

const EVERYBODY = { canActivate: () => true };

const keyOf = () => `bench-${randomBytes(12).toString('hex')}`;

/** @param {object} database TypeORM's options @returns {Promise<{ url: string, source: DataSource, close(): Promise<void> }>} */
export async function startHost(database) {
  const terminalGroups = ['web', 'till', 'kiosk'].map((name) => benchGroup({ name, key: keyOf() }));
  const imports = [TillbridgeDashboardModule.forRoot({ guard: EVERYBODY, user: () => 'bench' })];
  const host = shopModule({ database, options: { workers: 'off', terminalGroups }, imports });
  const app = await NestFactory.create(host, { rawBody: true, logger: ['fatal', 'error'] });
  await app.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${app.getHttpServer().address().port}/payments/dashboard`,
    source: app.get(DataSource),
    close: () => app.close(),
  };
}
