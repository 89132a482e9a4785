/** An idle replica: the module and its workers, no HTTP. It reports how many statements it has sent. */
import { NestFactory } from '@nestjs/core';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { postgresWake } from '../../dist/esm/index.js';
import { tapStatements } from '../../test/support/statement-tap.mjs';
import { serveParent } from '../support/processes.mjs';
import { benchGroup, shopModule } from '../support/shop-module.mjs';

const { BENCH_KEY, BENCH_DATABASE, BENCH_GROUPS, BENCH_WAKE } = process.env;

const terminalGroups = Array.from({ length: Number(BENCH_GROUPS) }, (_, index) =>
  benchGroup({ name: `web-${index}`, key: `${BENCH_KEY}${index}` }),
);
const Shop = shopModule({
  database: JSON.parse(BENCH_DATABASE),
  options: { terminalGroups, wake: BENCH_WAKE ? { bus: postgresWake({ client: () => new Client(BENCH_WAKE) }) } : {} },
});

const app = await NestFactory.createApplicationContext(Shop, { logger: ['error', 'fatal'] });
const seen = new Map();
tapStatements(app.get(DataSource), {
  before: ({ sql }) => void seen.set(sql, (seen.get(sql) ?? 0) + 1),
});

/** The statements since the last call: `[statement, how often]`. */
async function sent() {
  const counts = [...seen];
  seen.clear();
  return { counts };
}

serveParent({}, sent, async () => {
  await app.close();
  process.exit();
});
