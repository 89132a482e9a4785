/** A shop in this process that takes one notification, with one effect inside its transaction and one after it. */
import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { OnPayment, TillbridgeWorkers } from '../../dist/esm/index.js';
import { orderBody, signedNotification } from '../../dist/esm/testing/index.js';
import { countOneNotification } from '../../test/support/notification-counts.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';
import { writtenOrders } from '../support/written-orders.mjs';

/** Named as the handlers of the specs, so that as many bytes are counted here as there. */
class RecordingHandlers {
  inTransaction() {}
  afterCommit() {}
}
Injectable()(RecordingHandlers);
const listen = (method, ...options) =>
  OnPayment('completed', ...options)(
    RecordingHandlers.prototype,
    method,
    Object.getOwnPropertyDescriptor(RecordingHandlers.prototype, method),
  );
listen('inTransaction');
listen('afterCommit', { after: 'commit' });

/**
 * @param {object} database TypeORM's options
 * @returns {Promise<import('../../test/support/notification-counts.mjs').NotificationCounts>}
 */
export async function countIn(database) {
  const key = `bench-${randomBytes(12).toString('hex')}`;
  const options = { workers: 'off', terminalGroups: [benchGroup({ key })] };
  const Shop = shopModule({ database, options, providers: [RecordingHandlers] });
  const app = await NestFactory.create(Shop, { rawBody: true, logger: ['error', 'fatal'] });
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer();
  const dataSource = app.get(DataSource);
  try {
    const at = Date.now();
    for (const sql of writtenOrders({ id: "'S1'", openedAt: at, rows: '' })) await dataSource.query(sql);
    const body = orderBody({ orderId: 'S1', amount: 1250, at, transactionId: '1700000000000001' });
    const { search, ...signed } = signedNotification({ key, orderId: 'S1', at, body });
    const url = `http://127.0.0.1:${server.address().port}/payments/notifications/web${search}`;
    return await countOneNotification({
      dataSource,
      server,
      hmac: createHmac('sha512', ''),
      post: () => fetch(url, { method: 'POST', ...signed }),
      work: () => app.get(TillbridgeWorkers).start(),
    });
  } finally {
    await app.close();
  }
}
