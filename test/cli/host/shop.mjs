/** A shop with the built module in it, told what it is by the environment (`SHOP`, JSON). */
import 'reflect-metadata';
import { Controller, Module, Param, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Money, OnPayment, Payments, TillbridgeModule } from 'tillbridge';
import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';

const { database, serviceUrl, key } = JSON.parse(process.env.SHOP ?? '{}');

class Checkout {
  constructor(payments) {
    this.payments = payments;
  }

  async create(orderId) {
    const order = { orderId, amount: Money.of('12.50', 'EUR'), description: 'A mug for ann@example.org' };
    await this.payments.group('web').orders.create({ ...order, redirectUrl: 'http://localhost:3000/return' });
    return {};
  }

  async sync(orderId) {
    await this.payments.orders.sync(orderId, { by: 'shop', why: 'to have it paid' });
    return {};
  }

  correct() {
    Stock.isBroken = false;
    return {};
  }
}
Controller()(Checkout);
Reflect.defineMetadata('design:paramtypes', [Payments], Checkout);
for (const [method, route] of Object.entries({ create: 'checkout', sync: 'sync', correct: 'correct' })) {
  Post(`${route}/:orderId`)(Checkout.prototype, method, Object.getOwnPropertyDescriptor(Checkout.prototype, method));
  Param('orderId')(Checkout.prototype, method, 0);
}

/** A handler that fails for some orders, as long as it is not corrected. */
class Stock {
  static isBroken = true;

  reserve({ orderId }) {
    if (Stock.isBroken && orderId.startsWith('F-')) throw new Error(`no such table stock for bob@example.org ${key}`);
  }
}
const { value: reserve } = Object.getOwnPropertyDescriptor(Stock.prototype, 'reserve');
OnPayment('completed', { name: 'reserve-stock' })(Stock.prototype, 'reserve', { value: reserve });

const group = (name) => ({
  name,
  mode: 'sandbox',
  apiKeys: [key],
  baseUrl: serviceUrl,
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
});

export class Shop {}
Module({
  imports: [
    TypeOrmModule.forRoot({
      ...database,
      entities: [...tillbridgeEntities],
      migrations: [...tillbridgeMigrations],
      migrationsRun: true,
      retryAttempts: 0,
    }),
    // Nothing but the command line looks at orders, but on the first day of a year.
    ScheduleModule.forRoot(),
    TillbridgeModule.forRoot({ terminalGroups: [{ ...group('web'), polling: { cron: '0 0 1 1 *' } }] }),
  ],
  controllers: [Checkout],
  providers: [Stock],
})(Shop);

export const create = (module, options) => NestFactory.create(module, { ...options, rawBody: true });
