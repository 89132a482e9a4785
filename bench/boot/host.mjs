/**
 * A host that listens, prints its processor time until then, and ends: `node host.mjs bare FILE`, or `shop` with the
 * module, or `migrate` with the module and its tables.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const [kind, database] = process.argv.slice(2);

class Product {}
PrimaryColumn('integer')(Product.prototype, 'id');
Column('text')(Product.prototype, 'name');
Entity('products')(Product);

/** The additional parts of a host with the module; a bare host does not load them. */
async function withPayments() {
  const { benchGroup } = await import('../support/shop-module.mjs');
  const { TillbridgeModule } = await import('../../dist/esm/index.js');
  const { tillbridgeEntities, tillbridgeMigrations } = await import('../../dist/esm/database/index.js');
  const group = benchGroup({ key: process.env.BENCH_API_KEY });
  return {
    entities: tillbridgeEntities,
    migrations: tillbridgeMigrations,
    imports: [TillbridgeModule.forRoot({ terminalGroups: [group] })],
  };
}

const { entities, migrations, imports } =
  kind === 'bare' ? { entities: [], migrations: [], imports: [] } : await withPayments();

class Host {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      type: 'better-sqlite3',
      database,
      entities: [Product, ...entities],
      migrations,
      migrationsRun: kind === 'migrate',
    }),
    ...imports,
  ],
})(Host);

const app = await NestFactory.create(Host, { logger: ['error'], rawBody: true });
await app.listen(0, '127.0.0.1');
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ cpuMs: (user + system) / 1_000 }));
await app.close();
