/** A shop in this process that receives one notification, with one effect inside its transaction and one after it. */
import { createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { OnPayment, TillbridgeWorkers } from '../../dist/esm/index.js';
import { orderBody, signedNotification } from '../../dist/esm/testing/index.js';
import { countOneNotification } from '../../test/support/notification-counts.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';
import { writtenOrders } from '../support/written-orders.mjs';

/** Named like the handlers of the specs, so that the same number of bytes is counted here. */
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
    const requests = ['S1', 'S2'].map((orderId, index) => {
      const body = orderBody({ orderId, amount: 1250, at, transactionId: `170000000000000${index + 1}` });
      return signedNotification({ key, orderId, at, body });
    });
    for (const id of ['S1', 'S2']) {
      for (const sql of writtenOrders({ id: `'${id}'`, openedAt: at, rows: '' })) await dataSource.query(sql);
    }
    const route = `http://127.0.0.1:${server.address().port}/payments/notifications/web`;
    return await countOneNotification({
      dataSource,
      server,
      hmac: createHmac('sha512', ''),
      post: (index) => {
        const { search, ...signed } = requests[index];
        return fetch(`${route}${search}`, { method: 'POST', ...signed });
      },
      work: () => app.get(TillbridgeWorkers).start(),
    });
  } finally {
    await app.close();
  }
}
