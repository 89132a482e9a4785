/** The shop of the growth bench: the bench moves its clock, and it stores nothing of its own. */
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { OnPayment, Payments, TillbridgeWorkers } from '../../dist/esm/index.js';
import { ManualClock } from '../../dist/esm/testing/index.js';
import { benchGroup, NO_BUDGET, shopModule } from '../support/shop-module.mjs';

/** One effect in the transaction and one after it, as a small shop has them. */
class Effects {
  book() {}
  mail() {}
}
Injectable()(Effects);
const listen = (method, ...options) =>
  OnPayment('completed', ...options)(
    Effects.prototype,
    method,
    Object.getOwnPropertyDescriptor(Effects.prototype, method),
  );
listen('book');
listen('mail', { after: 'commit' });

/** @param {{ database: object, baseUrl: string }} where TypeORM's options, and the service */
export async function startHost({ database, baseUrl }) {
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const clock = new ManualClock(Date.now());
  const terminalGroups = [benchGroup({ key, baseUrl, calls: NO_BUDGET })];
  const Shop = shopModule({ database, options: { workers: 'off', terminalGroups, clock }, providers: [Effects] });
  const app = await NestFactory.create(Shop, { rawBody: true, logger: ['error', 'fatal'] });
  await app.listen(0, '127.0.0.1');
  return {
    key,
    clock,
    url: `http://127.0.0.1:${app.getHttpServer().address().port}/payments/notifications/web`,
    source: app.get(DataSource),
    payments: app.get(Payments),
    drain: () => app.get(TillbridgeWorkers).drain(),
    close: () => app.close(),
  };
}
