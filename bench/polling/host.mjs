/** The shop of the polling bench: only the module, without HTTP, and without work except the requested ticks. */
import { NestFactory } from '@nestjs/core';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, NO_BUDGET, shopModule } from '../support/shop-module.mjs';
import { Payments } from '../../dist/esm/index.js';

const { BENCH_KEY: key, BENCH_DATABASE: url, BENCH_SERVICE: baseUrl } = process.env;

const Shop = shopModule({
  database: { type: 'mariadb', url, extra: { connectionLimit: 16 } },
  options: { workers: 'off', terminalGroups: [benchGroup({ key, baseUrl, calls: NO_BUDGET })] },
});

const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });
const { polling } = app.get(Payments);

async function tick() {
  const began = performance.now();
  const { groups } = await polling.tick('web');
  return { ms: performance.now() - began, ...groups[0] };
}

serveParent({}, tick, async () => {
  await app.close();
  process.exit();
});
