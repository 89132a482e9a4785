/** A host with the dashboard on Express, whose guard lets everybody in; no worker runs. */
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { TillbridgeDashboardModule } from '../../dist/esm/dashboard/index.js';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';
import { TillbridgeModule } from '../../dist/esm/index.js';

const EVERYBODY = { canActivate: () => true };

const group = (name) => ({
  name,
  mode: 'sandbox',
  apiKeys: [`bench-${randomBytes(12).toString('hex')}`],
  baseUrl: 'http://localhost:9',
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
});

/** @param {object} database TypeORM's options @returns {Promise<{ url: string, source: DataSource, close(): Promise<void> }>} */
export async function startHost(database) {
  class Host {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...database,
        entities: [...tillbridgeEntities],
        migrations: [...tillbridgeMigrations],
        migrationsRun: true,
      }),
      TillbridgeModule.forRoot({ workers: 'off', terminalGroups: ['web', 'till', 'kiosk'].map(group) }),
      TillbridgeDashboardModule.forRoot({ guard: EVERYBODY, user: () => 'bench' }),
    ],
  })(Host);
  const app = await NestFactory.create(Host, { rawBody: true, logger: ['fatal', 'error'] });
  await app.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${app.getHttpServer().address().port}/payments/dashboard`,
    source: app.get(DataSource),
    close: () => app.close(),
  };
}
