/**
 * Prints when the jobs of a shop fire next, seen from given instants, in a process that lives in a time zone of its own
 * (TZ). Told which schedules and instants by the environment (`TIMES`, JSON).
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule, SchedulerRegistry } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../../dist/esm/database/index.js';
import { TillbridgeModule } from '../../../dist/esm/index.js';

const { crons, instants, key } = JSON.parse(process.env.TIMES);
const NEXT = 3;

class Shop {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database: ':memory:',
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
    }),
    ScheduleModule.forRoot(),
    TillbridgeModule.forRoot({
      workers: 'off',
      terminalGroups: crons.map((cron, index) => ({
        name: `g${index}`,
        mode: 'sandbox',
        apiKeys: [`${key}-${index}`],
        notificationUrl: `http://localhost:9/payments/notifications/g${index}`,
        polling: { cron },
      })),
    }),
  ],
})(Shop);

const app = await NestFactory.createApplicationContext(Shop, { logger: false });
const registry = app.get(SchedulerRegistry);
const rightNow = Date.now;
const nextOf = (index, instant) => {
  Date.now = () => instant;
  const dates = registry.getCronJob(`tillbridge:poll:g${index}`).nextDates(NEXT);
  Date.now = rightNow;
  return dates.map((date) => date.toMillis());
};
const zoneHours = -new Date(instants[0]).getTimezoneOffset() / 60;
const next = crons.map((_cron, index) => instants.map((instant) => nextOf(index, instant)));
await app.close();
process.stdout.write(JSON.stringify({ zoneHours, next }));
