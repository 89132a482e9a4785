/** A shop with existing tables: it runs no migrations, and does not start without the tables. */
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { play } from './play.js';
import { databaseOptions, webGroup } from './settings.js';

void play(
  (module, options) => NestFactory.create(module, options),
  (serviceUrl) => [
    TypeOrmModule.forRoot({ ...databaseOptions(), migrations: [], migrationsRun: false }),
    TillbridgeModule.forRoot({ terminalGroups: [webGroup(serviceUrl)], requireTables: true }),
  ],
);
