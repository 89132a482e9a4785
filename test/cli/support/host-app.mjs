/**
 * A shop as a person would have written it, whose faults a file beside it decides: host.json. Copied into a folder of its
 * own, where `tillbridge` is an installed package.
 */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';

/** See HostPlan of cli-host.ts. */
export const plan = JSON.parse(readFileSync(new URL('host.json', import.meta.url), 'utf8'));

async function schedulers() {
  const { ScheduleModule } = await import('@nestjs/schedule');
  return Array.from({ length: plan.schedulers }, () => ScheduleModule.forRoot());
}

export async function makeModule() {
  class AppModule {}
  Module({
    imports: [
      TypeOrmModule.forRoot({
        ...plan.database,
        entities: [...tillbridgeEntities],
        migrations: plan.lists ? [...tillbridgeMigrations] : [],
        migrationsRun: true,
        retryAttempts: 0,
      }),
      ...(plan.schedulers > 0 ? await schedulers() : []),
      TillbridgeModule.forRoot({ terminalGroups: plan.terminalGroups, ...plan.options }),
    ],
  })(AppModule);
  return AppModule;
}

async function adapter() {
  const { FastifyAdapter } = await import('@nestjs/platform-fastify');
  return new FastifyAdapter();
}

/** As `main` would make it. */
export async function create(module, options) {
  const all = { ...options, rawBody: plan.rawBody };
  const app =
    plan.platform === 'fastify'
      ? await NestFactory.create(module, await adapter(), all)
      : await NestFactory.create(module, all);
  if (plan.prefix) app.setGlobalPrefix(plan.prefix);
  if (plan.closed) app.use((request, response) => response.status(401).send('log in first'));
  return app;
}
