/**
 * A shop that creates orders, reads on the customer's return, and requests refunds; and the same calls by HTTP alone.
 */
import { Agent } from 'node:http';
import { NestFactory } from '@nestjs/core';
import axios from 'axios';
import { Money, Payments } from '../../dist/esm/index.js';
import { serveParent } from '../support/processes.mjs';
import { NO_BUDGET, benchGroup, notificationUrlOf, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY: key, BENCH_DATABASE: database, BENCH_SERVICE: baseUrl } = process.env;
const AT_ONCE = 32;
const REDIRECT_URL = 'http://localhost:9/return';

/** The advice of docs/guide/databases.md for mysql2; other drivers have no such setting. */
const forDriver = ({ type, ...others }) => ({
  type,
  ...others,
  ...(type === 'mariadb' && { extra: { trace: false } }),
});

const Shop = shopModule({
  database: forDriver(JSON.parse(database)),
  options: { workers: 'off', terminalGroups: [benchGroup({ key, baseUrl, calls: NO_BUDGET })] },
});
const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });
const payments = app.get(Payments);
const web = payments.group('web');
const amount = Money.ofMinor(1_250, 'EUR');
const http = axios.create({
  baseURL: `${baseUrl}/v1/json`,
  httpAgent: new Agent({ keepAlive: true }),
  headers: { api_key: key },
});

/** The timed work, each for one order. */
const WORK = {
  post: (orderId) =>
    http.post('/orders', {
      type: 'redirect',
      order_id: orderId,
      currency: 'EUR',
      amount: 1_250,
      description: 'Two mugs',
      payment_options: { notification_url: notificationUrlOf('web'), redirect_url: REDIRECT_URL },
    }),
  create: (orderId) => web.orders.create({ orderId, amount, description: 'Two mugs', redirectUrl: REDIRECT_URL }),
  get: (orderId) => http.get(`/orders/${orderId}`),
  settle: (orderId) => web.orders.settle(orderId),
  refund: (orderId) => web.refunds.request({ orderId, amount, key: orderId, reason: 'bench' }),
};

/** @returns elapsed time and processor time of this process in milliseconds, and the number of wrong results */
async function run({ work, prefix, count }) {
  let next = 0;
  const worker = async () => {
    while (next < count) await WORK[work](`${prefix}-${next++}`);
  };
  const [startedAt, cpuAt] = [performance.now(), process.cpuUsage()];
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(cpuAt);
  return { perSecond: (count * 1_000) / (performance.now() - startedAt), cpuMs: (user + system) / 1_000 / count };
}

serveParent({}, run, async () => {
  await app.close();
  process.exit();
});
